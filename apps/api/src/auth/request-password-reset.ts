import { type PasswordResetRequest, usernameKey } from "@studbook/domain/schemas/account";
import type { Context } from "../context.ts";
import { networksOf } from "../http/network.ts";
import { RESET_QUEUE } from "../mail/send-reset-links.ts";
import { checkNetworkTries, hasTriesLeft, RESET_OF_ACCOUNT, RESET_OF_ADDRESS } from "./tries.ts";

/**
 * Takes a request for a link that sets a new password. Whether there is such an account is looked up by a
 * queue, not here, so that known and unknown accounts take the same work and get the same answer. So do
 * requests beyond an account's limit, which are dropped: a refusal would tell the owner what strangers do. A
 * network's next request comes after the first ones of all others.
 *
 * @throws DomainError TOO_MANY_REQUESTS for the network, never for the account
 */
export async function requestPasswordReset(
  ctx: Context,
  { account }: PasswordResetRequest,
): Promise<void> {
  const requests = await checkNetworkTries(ctx, RESET_OF_ADDRESS, ctx.address);
  const { own } = networksOf(ctx.address);
  if (!(await hasTriesLeft(ctx, RESET_OF_ACCOUNT, usernameKey(account), own))) return;
  await ctx.db
    .transaction()
    .execute((tx) => ctx.enqueue(tx, RESET_QUEUE, { account }, { priority: -requests }));
}
