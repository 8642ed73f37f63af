import { type PasswordResetRequest, usernameKey } from "@studbook/domain/schemas/account";
import type { Context } from "../context.ts";
import { networksOf } from "../http/network.ts";
import { RESET_QUEUE } from "../mail/send-reset-links.ts";
import {
  checkNetworkLimit,
  countWithinLimit,
  RESETS_PER_ACCOUNT,
  RESETS_PER_NETWORK,
} from "./attempt-limits.ts";

/**
 * Queues a request for a password reset link. A queue worker looks the account up, so that known and unknown accounts
 * take the same time and get the same response. Requests over an account's limit are dropped with the same response too:
 * an error would reveal what strangers requested. Each further request from a network has a lower priority.
 *
 * @throws DomainError TOO_MANY_REQUESTS only for the network's limit
 */
export async function requestPasswordReset(
  ctx: Context,
  { account }: PasswordResetRequest,
): Promise<void> {
  const requests = await checkNetworkLimit(ctx, RESETS_PER_NETWORK, ctx.address);
  const { network } = networksOf(ctx.address);
  if (!(await countWithinLimit(ctx, RESETS_PER_ACCOUNT, usernameKey(account), network))) return;
  await ctx.db
    .transaction()
    .execute((tx) => ctx.enqueue(tx, RESET_QUEUE, { account }, { priority: -requests }));
}
