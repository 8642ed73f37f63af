import { deleteUserDevices } from "@studbook/db/queries/devices";
import { deleteEmailTokens } from "@studbook/db/queries/email-tokens";
import { deleteUserSessions } from "@studbook/db/queries/sessions";
import { findUserById, updateUserPassword } from "@studbook/db/queries/users";
import type { PasswordChange } from "@studbook/domain/account";
import { DomainError } from "@studbook/domain/errors";
import { recordAudit } from "../audit/record-audit.ts";
import { refuseGuessable } from "../auth/guessable-passwords.ts";
import { lockViewer } from "../auth/lock-viewer.ts";
import { ensureHashing, hashPassword, isPassword, knownCaller } from "../auth/passwords.ts";
import { checkTries, PASSWORD_OF_USER, restoreTries } from "../auth/tries.ts";
import { queuePasswordNotice } from "../mail/queue-password-notice.ts";
import type { UserContext } from "../trpc.ts";

/**
 * Changes the password of the signed-in user and ends the user's other sessions and remembered devices, and any link
 * that would set another one.
 *
 * @throws DomainError BAD_REQUEST (wrong current password, guessable new one), TOO_MANY_REQUESTS, BUSY, NOT_SIGNED_IN
 */
export async function changePassword(ctx: UserContext, input: PasswordChange): Promise<void> {
  const { userId } = ctx.viewer;
  refuseGuessable("newPassword", input.newPassword, ctx.session.user?.username ?? "");
  const caller = knownCaller(ctx, userId);
  ensureHashing(caller);
  await checkTries(ctx, PASSWORD_OF_USER, userId);
  const before = (await findUserById(ctx.db, userId))?.password;
  if (!(await isPassword(before, input.currentPassword, caller))) throw wrongPassword();
  const password = await hashPassword(input.newPassword, caller);
  const handCookie = await ctx.db.transaction().execute(async (tx) => {
    const user = await lockViewer(tx, ctx);
    // Changed by somebody else while the hashes were made.
    if (user.password !== before) throw wrongPassword();
    await updateUserPassword(tx, userId, password);
    await deleteUserSessions(tx, userId, ctx.session.sid);
    await deleteEmailTokens(tx, userId, "reset-password");
    await recordAudit(tx, {
      action: "account.password-changed",
      actorId: userId,
      subject: { type: "user", id: userId },
      requestId: ctx.requestId,
    });
    await queuePasswordNotice(tx, ctx.enqueue, userId);
    await deleteUserDevices(tx, userId);
    return await ctx.device.remember(tx, userId);
  });
  handCookie();
  await restoreTries(ctx, PASSWORD_OF_USER, userId);
}

function wrongPassword(): DomainError {
  const message = "The current password is not right.";
  return new DomainError("BAD_REQUEST", message, {
    issues: [{ path: "currentPassword", message }],
  });
}
