import { deleteEmailTokens } from "@studbook/db/queries/email-tokens";
import { findUserById, setUserEmails } from "@studbook/db/queries/users";
import { isEmailVerified, type OwnPassword } from "@studbook/domain/schemas/account";
import { recordAudit } from "../audit/record-audit.ts";
import { checkOwnPassword, wrongPassword } from "../auth/check-own-password.ts";
import { lockViewer } from "../auth/lock-viewer.ts";
import { signInFirst } from "../auth/viewer.ts";
import { queueRestoreLink } from "../mail/queue-restore-link.ts";
import type { UserContext } from "../trpc.ts";

/**
 * Removes the verified address of the signed-in user, if there is one; a newer address that was not
 * verified stays. It takes the password, and the address is sent a link that restores it.
 *
 * @throws DomainError BAD_REQUEST (wrong password), TOO_MANY_REQUESTS, BUSY, NOT_SIGNED_IN
 */
export async function removeVerifiedEmail(
  ctx: UserContext,
  { password }: OwnPassword,
): Promise<void> {
  const before = await findUserById(ctx.db, ctx.viewer.userId);
  if (!before) throw signInFirst();
  await checkOwnPassword(ctx, before, password);
  await ctx.db.transaction().execute(async (tx) => {
    const user = await lockViewer(tx, ctx);
    // Changed by somebody else while it was hashed.
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
