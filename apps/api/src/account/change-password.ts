import { deleteUserDevices } from "@studbook/db/queries/devices";
import { deleteEmailTokens } from "@studbook/db/queries/email-tokens";
import { deleteUserSessions } from "@studbook/db/queries/sessions";
import { findUserById, updateUserPassword } from "@studbook/db/queries/users";
import { DomainError } from "@studbook/domain/errors";
import type { PasswordChange } from "@studbook/domain/schemas/account";
import { recordAudit } from "../audit/record-audit.ts";
import { checkOwnPassword } from "../auth/check-own-password.ts";
import { refuseGuessable } from "../auth/guessable-passwords.ts";
import { lockViewer } from "../auth/lock-viewer.ts";
import { hashPassword, knownCaller } from "../auth/passwords.ts";
import { checkTries, ensureTriesLeft, PASSWORD_CHANGE_OF_USER } from "../auth/tries.ts";
import { signInFirst } from "../auth/viewer.ts";
import { queuePasswordNotice } from "../mail/queue-password-notice.ts";
import type { UserContext } from "../trpc.ts";

/**
 * Changes the password of the signed-in user and ends all of the user's sessions and remembered devices, and any link
 * that would set another one. The browser goes on with a new session, so a copy of the old cookie is worth nothing.
 *
 * @throws DomainError BAD_REQUEST (wrong current password, guessable new one), TOO_MANY_REQUESTS, BUSY, NOT_SIGNED_IN
 */
export async function changePassword(ctx: UserContext, input: PasswordChange): Promise<void> {
  const { userId } = ctx.viewer;
  refuseGuessable("newPassword", input.newPassword, ctx.session.user?.username ?? "");
  await ensureTriesLeft(ctx, PASSWORD_CHANGE_OF_USER, userId);
  const before = await findUserById(ctx.db, userId);
  if (!before) throw signInFirst();
  await checkOwnPassword(ctx, before, input.currentPassword, wrongPassword);
  const password = await hashPassword(input.newPassword, knownCaller(ctx, userId));
  const setCookies = await ctx.db.transaction().execute(async (tx) => {
    const user = await lockViewer(tx, ctx);
    // Changed by somebody else while the hashes were made.
    if (user.password !== before.password) throw wrongPassword();
    await checkTries({ db: tx, config: ctx.config }, PASSWORD_CHANGE_OF_USER, userId);
    await updateUserPassword(tx, userId, password);
    await deleteUserSessions(tx, userId);
    await deleteEmailTokens(tx, userId, "reset-password");
    await recordAudit(tx, {
      action: "account.password-changed",
      actorId: userId,
      subject: { type: "user", id: userId },
      requestId: ctx.requestId,
    });
    await queuePasswordNotice(tx, ctx.enqueue, userId);
    await deleteUserDevices(tx, userId);
    return [await ctx.session.begin(tx, userId), await ctx.device.remember(tx, userId)];
  });
  for (const setCookie of setCookies) setCookie();
}

function wrongPassword(): DomainError {
  const message = "The current password is incorrect.";
  return new DomainError("BAD_REQUEST", message, {
    issues: [{ path: "currentPassword", message }],
  });
}
