import { consumeEmailToken, deleteEmailTokens } from "@studbook/db/queries/email-tokens";
import { findUserById, lockUser, setUserEmails } from "@studbook/db/queries/users";
import { type EmailVerification, isSameEmail } from "@studbook/domain/schemas/account";
import { recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import { queueRestoreLink } from "../mail/queue-restore-link.ts";
import { checkOwnPassword, wrongPassword } from "./check-own-password.ts";
import { getLink } from "./get-link.ts";
import { linkEnded } from "./link-ended.ts";

/**
 * Makes the address that a link was sent to the verified one of its account, whoever is signed in. It takes
 * the account's password, so that a borrowed session is not enough to redirect its resets. The verified
 * address before it is sent a link that restores it.
 *
 * @throws DomainError LINK_ENDED (also when the account has another address by now), BAD_REQUEST (missing or
 *   wrong password; the link goes on working), TOO_MANY_REQUESTS, BUSY
 */
export async function verifyEmail(ctx: Context, input: EmailVerification): Promise<void> {
  const { hash, ...found } = await getLink(ctx, input.token, "verify-email");
  const before = await findUserById(ctx.db, found.userId);
  if (!before?.isActive || before.email !== found.email) throw linkEnded("verify-email");
  await checkOwnPassword(ctx, before, input.password);
  await ctx.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, before.id);
    const link = await consumeEmailToken(tx, hash, "verify-email");
    if (!user?.isActive || !link || link.email !== user.email) throw linkEnded("verify-email");
    // Changed by somebody else while it was hashed.
    if (user.password !== before.password) throw wrongPassword();
    const { id, email, verifiedEmail: earlier } = user;
    await deleteEmailTokens(tx, id, "verify-email", "reset-password");
    await setUserEmails(tx, id, { email, verifiedEmail: email });
    if (earlier && !isSameEmail(earlier, email)) await queueRestoreLink(tx, ctx, id, earlier);
    await recordAudit(tx, {
      action: "account.email-verified",
      subject: { type: "user", id },
      requestId: ctx.requestId,
    });
  });
}
