import { findEmailToken, takeEmailToken } from "@studbook/db/queries/email-tokens";
import { lockUser, setEmailVerified } from "@studbook/db/queries/users";
import type { EmailVerification } from "@studbook/domain/account";
import { recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import { linkEnded } from "./link-ended.ts";
import { hashToken } from "./lucia.ts";
import { checkTries, LINK_OF_ADDRESS, networkOf } from "./tries.ts";

/**
 * Notes that the address which a link was sent to is its account's own, whoever is signed in.
 *
 * @throws DomainError LINK_ENDED (also when the account has another address by now), TOO_MANY_REQUESTS
 */
export async function verifyEmail(ctx: Context, { token }: EmailVerification): Promise<void> {
  await checkTries(ctx, LINK_OF_ADDRESS, networkOf(ctx.address));
  const hash = hashToken(token);
  const found = await findEmailToken(ctx.db, hash, "verify-email");
  if (!found) throw linkEnded();
  await ctx.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, found.userId);
    const link = await takeEmailToken(tx, hash, "verify-email");
    if (!user?.isActive || link?.email !== user.email) throw linkEnded();
    await setEmailVerified(tx, user.id);
    await recordAudit(tx, {
      action: "account.email-verified",
      subject: { type: "user", id: user.id },
      requestId: ctx.requestId,
    });
  });
}
