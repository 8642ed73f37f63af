import { findEmailToken, takeEmailToken } from "@studbook/db/queries/email-tokens";
import { deleteUserSessions } from "@studbook/db/queries/sessions";
import { lockUser, type User, updateUserPassword } from "@studbook/db/queries/users";
import type { PasswordReset } from "@studbook/domain/account";
import { recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { linkEnded } from "./link-ended.ts";
import { hashToken } from "./lucia.ts";
import { ensureHashing, hashPassword } from "./passwords.ts";
import { checkTries, LINK_OF_ADDRESS, networkOf, restoreSignIns } from "./tries.ts";

/**
 * Sets the password that a link from a mail allows to set, once, and ends every session of the account.
 *
 * @throws DomainError LINK_ENDED, TOO_MANY_REQUESTS, BUSY
 */
export async function resetPassword(ctx: Context, input: PasswordReset): Promise<void> {
  ensureHashing();
  await checkTries(ctx, LINK_OF_ADDRESS, networkOf(ctx.address));
  const hash = hashToken(input.token);
  const link = await findEmailToken(ctx.db, hash, "reset-password");
  if (!link) throw linkEnded();
  const password = await hashPassword(input.newPassword);
  const { username } = await usePasswordLink(ctx, { hash, userId: link.userId, password });
  await restoreSignIns(ctx.db, username);
}

type Use = { hash: string; userId: string; password: string };

function usePasswordLink(ctx: Context, { hash, userId, password }: Use): Promise<User> {
  return ctx.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId);
    const link = await takeEmailToken(tx, hash, "reset-password");
    if (!user?.isActive || !user.emailVerifiedAt || link?.email !== user.email) throw linkEnded();
    await updateUserPassword(tx, userId, password);
    await deleteUserSessions(tx, userId);
    await recordAudit(tx, {
      action: "account.password-reset",
      subject: { type: "user", id: userId },
      requestId: ctx.requestId,
    });
    await queueMail(tx, ctx.enqueue, { kind: "password-changed", details: {}, userId });
    return user;
  });
}
