import { deleteUserDevices } from "@studbook/db/queries/devices";
import { deleteEmailTokens } from "@studbook/db/queries/email-tokens";
import { deleteUserSessions } from "@studbook/db/queries/sessions";
import { findUserById, updateUserPassword } from "@studbook/db/queries/users";
import { DomainError } from "@studbook/domain/errors";
import type { PasswordChange } from "@studbook/domain/schemas/account";
import { recordAudit } from "../audit/record-audit.ts";
import {
  checkAttemptLimit,
  ensureAttemptsLeft,
  PASSWORD_CHANGES_PER_USER,
} from "../auth/attempt-limits.ts";
import { lockViewer } from "../auth/lock-viewer.ts";
import { hashPassword, knownCaller } from "../auth/passwords.ts";
import { verifyCurrentPassword } from "../auth/verify-current-password.ts";
import { notSignedIn } from "../auth/viewer.ts";
import { refuseWeakPassword } from "../auth/weak-passwords.ts";
import { queuePasswordNotice } from "../mail/queue-password-notice.ts";
import type { UserContext } from "../trpc.ts";

/**
 * Changes the password of the signed-in user. Ends all sessions, forgets all devices and revokes all password reset links.
 * The browser continues with a new session, so that a stolen copy of the old cookie is useless.
 *
 * @throws DomainError BAD_REQUEST (wrong current password, weak new one), TOO_MANY_REQUESTS, BUSY, NOT_SIGNED_IN
 */
export async function changePassword(ctx: UserContext, input: PasswordChange): Promise<void> {
  const { userId } = ctx.viewer;
  refuseWeakPassword("newPassword", input.newPassword, ctx.session.user?.username ?? "");
  await ensureAttemptsLeft(ctx, PASSWORD_CHANGES_PER_USER, userId);
  const before = await findUserById(ctx.db, userId);
  if (!before) throw notSignedIn();
  await verifyCurrentPassword(ctx, before, input.currentPassword, wrongPassword);
  const password = await hashPassword(input.newPassword, knownCaller(ctx, userId));
  const setCookies = await ctx.db.transaction().execute(async (tx) => {
    const user = await lockViewer(tx, ctx);
    // The password was changed while the hashes were being computed.
    if (user.password !== before.password) throw wrongPassword();
    await checkAttemptLimit({ db: tx, config: ctx.config }, PASSWORD_CHANGES_PER_USER, userId);
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
    return [await ctx.session.start(tx, user), await ctx.device.remember(tx, userId)];
  });
  for (const setCookie of setCookies) setCookie();
}

function wrongPassword(): DomainError {
  const message = "The current password is incorrect.";
  return new DomainError("BAD_REQUEST", message, {
    issues: [{ path: "currentPassword", message }],
  });
}
