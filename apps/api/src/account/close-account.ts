import { deleteUserDevices } from "@studbook/db/queries/devices";
import { deleteUserSessions } from "@studbook/db/queries/sessions";
import { setUserActive } from "@studbook/db/queries/users";
import { DomainError } from "@studbook/domain/errors";
import { recordAudit } from "../audit/record-audit.ts";
import { lockViewer } from "../auth/lock-viewer.ts";
import { queueMail } from "../mail/queue-mail.ts";
import type { UserContext } from "../trpc.ts";

/**
 * Deactivates the account of the signed-in user and ends all of its sessions. Nothing else is deleted, and an admin can
 * reactivate the account.
 *
 * @throws DomainError FORBIDDEN for an admin, NOT_SIGNED_IN
 */
export async function closeAccount(ctx: UserContext): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const user = await lockViewer(tx, ctx);
    checkMayClose(user);
    await setUserActive(tx, user.id, false);
    await deleteUserSessions(tx, user.id);
    await deleteUserDevices(tx, user.id);
    await recordAudit(tx, {
      action: "account.closed",
      actorId: user.id,
      subject: { type: "user", id: user.id },
      requestId: ctx.requestId,
    });
    await queueMail(tx, ctx.enqueue, { kind: "account-closed", details: {}, userId: user.id });
  });
  const { forget } = await ctx.session.end(ctx.db);
  forget();
}

/** Throws DomainError FORBIDDEN for an admin. */
export function checkMayClose({ isAdmin }: { isAdmin: boolean }): void {
  if (isAdmin) throw adminCannotClose();
}

export function adminCannotClose(): DomainError {
  return new DomainError("FORBIDDEN", "An admin's account cannot be closed.");
}
