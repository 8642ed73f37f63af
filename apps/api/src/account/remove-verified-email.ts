import { deleteEmailTokens } from "@studbook/db/queries/email-tokens";
import { findUserById, setUserEmails } from "@studbook/db/queries/users";
import { type CurrentPassword, isEmailVerified } from "@studbook/domain/schemas/account";
import { recordAudit } from "../audit/record-audit.ts";
import { lockViewer } from "../auth/lock-viewer.ts";
import { verifyCurrentPassword, wrongPassword } from "../auth/verify-current-password.ts";
import { notSignedIn } from "../auth/viewer.ts";
import { queueRestoreLink } from "../mail/queue-restore-link.ts";
import type { UserContext } from "../trpc.ts";

/**
 * Removes the verified address of the signed-in user, if there is one. A newer, unverified address stays. Requires the
 * password. The removed address receives a link that restores it.
 *
 * @throws DomainError BAD_REQUEST (wrong password), TOO_MANY_REQUESTS, BUSY, NOT_SIGNED_IN
 */
export async function removeVerifiedEmail(
  ctx: UserContext,
  { password }: CurrentPassword,
): Promise<void> {
  const before = await findUserById(ctx.db, ctx.viewer.userId);
  if (!before) throw notSignedIn();
  await verifyCurrentPassword(ctx, before, password);
  await ctx.db.transaction().execute(async (tx) => {
    const user = await lockViewer(tx, ctx);
    // The password was changed while it was being checked.
    if (user.password !== before.password) throw wrongPassword();
    const { id, verifiedEmail } = user;
    if (!verifiedEmail) return;
    const email = isEmailVerified(user) ? null : user.email;
    await deleteEmailTokens(tx, id, "reset-password");
    await setUserEmails(tx, id, { email, verifiedEmail: null });
    await queueRestoreLink(tx, ctx, id, verifiedEmail);
    await recordAudit(tx, {
      action: "account.email-removed",
      actorId: id,
      subject: { type: "user", id },
      requestId: ctx.requestId,
    });
  });
}
