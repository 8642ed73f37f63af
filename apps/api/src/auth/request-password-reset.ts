import { type PasswordResetRequest, usernameKey } from "@studbook/domain/account";
import type { Context } from "../context.ts";
import { RESET_QUEUE } from "../mail/send-reset-links.ts";
import { checkTries, networkOf, RESET_OF_ACCOUNT, RESET_OF_ADDRESS } from "./tries.ts";

/**
 * Takes a wish for a link that sets a new password. Whether there is such an account is not looked up
 * here but by a queue, so that known and unknown ones take the same work and get the same answer.
 *
 * @throws DomainError TOO_MANY_REQUESTS
 */
export async function requestPasswordReset(
  ctx: Context,
  { account }: PasswordResetRequest,
): Promise<void> {
  await checkTries(ctx, RESET_OF_ADDRESS, networkOf(ctx.address));
  await checkTries(ctx, RESET_OF_ACCOUNT, usernameKey(account));
  await ctx.db.transaction().execute((tx) => ctx.enqueue(tx, RESET_QUEUE, { account }));
}
