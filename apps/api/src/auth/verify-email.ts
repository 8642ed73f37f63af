import { consumeEmailToken, deleteEmailTokens } from "@studbook/db/queries/email-tokens";
import { findUserById, lockUser, setUserEmails } from "@studbook/db/queries/users";
import { type EmailVerification, isSameEmail } from "@studbook/domain/schemas/account";
import { recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import { queueRestoreLink } from "../mail/queue-restore-link.ts";
import { getLink, linkEnded } from "./get-link.ts";
import { verifyCurrentPassword, wrongPassword } from "./verify-current-password.ts";

/**
 * Makes the address that a link was sent to the verified address of the account, whoever is signed in. Requires the
 * account's password, so that a stolen session is not enough to redirect password resets, but not for the address that
 * the account was created with. The previously verified address
 * receives a link that restores it.
 *
 * @throws DomainError LINK_ENDED (also if the account has another address now), BAD_REQUEST (missing or wrong password;
 *   the link stays valid), TOO_MANY_REQUESTS, BUSY
 */
export async function verifyEmail(ctx: Context, input: EmailVerification): Promise<void> {
  const { hash, userId, email: linkEmail } = await getLink(ctx, input.token, "verify-email");
  const before = await findUserById(ctx.db, userId);
  if (!before?.isActive || before.email !== linkEmail) throw linkEnded("verify-email");
  if (!before.emailFromSignUp) await verifyCurrentPassword(ctx, before, input.password);
  await ctx.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, before.id);
    const link = await consumeEmailToken(tx, hash, "verify-email");
    if (!user?.isActive || !link || link.email !== user.email) throw linkEnded("verify-email");
    // The password was changed while it was being checked.
    if (!user.emailFromSignUp && user.password !== before.password) throw wrongPassword();
    const { id, email, verifiedEmail: previous } = user;
    await deleteEmailTokens(tx, id, "verify-email", "reset-password");
    await setUserEmails(tx, id, { email, verifiedEmail: email });
    if (previous && !isSameEmail(previous, email)) await queueRestoreLink(tx, ctx, id, previous);
    await recordAudit(tx, {
      action: "account.email-verified",
      subject: { type: "user", id },
      requestId: ctx.requestId,
    });
  });
}
