import type { Tx } from "@studbook/db/client";
import type { User } from "@studbook/db/queries/users";
import { DomainError } from "@studbook/domain/errors";
import { isEmailVerified, usernameKey } from "@studbook/domain/schemas/account";
import {
  checkAttemptLimit,
  checkNetworkLimit,
  countWithinLimit,
  countWithinNetworkLimit,
  FIRST_VERIFICATIONS_PER_EMAIL,
  VERIFICATIONS_PER_EMAIL,
  VERIFICATIONS_PER_NETWORK,
  VERIFICATIONS_PER_USER,
} from "../auth/attempt-limits.ts";
import { lockViewer } from "../auth/lock-viewer.ts";
import type { Context } from "../context.ts";
import { neighborhoodOf, networksOf } from "../http/network.ts";
import { queueMail } from "../mail/queue-mail.ts";
import type { UserContext } from "../trpc.ts";

/** A link to an address that has been counted against the caller's limits. */
export type CountedLink = { email: string; isFirstOfNetwork: boolean };

/**
 * Sends a link that verifies the address of the signed-in user. Sends nothing, without an error, if it is already
 * verified or has received all links of the day: an error would reveal what strangers requested.
 *
 * @throws DomainError BAD_REQUEST without an address, TOO_MANY_REQUESTS, NOT_SIGNED_IN
 */
export async function requestEmailVerification(ctx: UserContext): Promise<void> {
  const { email } = ctx.session.user ?? {};
  if (!email) throw new DomainError("BAD_REQUEST", "Please add an email address first.");
  const { network } = networksOf(ctx.address);
  await checkAttemptLimit(ctx, VERIFICATIONS_PER_USER, ctx.viewer.userId);
  await checkAttemptLimit(ctx, VERIFICATIONS_PER_EMAIL, usernameKey(email), network);
  await checkNetworkLimit(ctx, VERIFICATIONS_PER_NETWORK, ctx.address);
  const link = { email, isFirstOfNetwork: await isFirstOfNetwork(ctx, email) };
  await ctx.db.transaction().execute(async (tx) => {
    await queueVerification(tx, ctx, await lockViewer(tx, ctx), link);
  });
}

/**
 * Counts a link to a newly entered address. Returns undefined if the limit has been reached.
 *
 * @param userId undefined for an account that is being created
 */
export async function countLink(
  ctx: Context,
  email: string,
  userId?: string,
): Promise<CountedLink | undefined> {
  const { network } = networksOf(ctx.address);
  const mayBeSent =
    (userId === undefined || (await countWithinLimit(ctx, VERIFICATIONS_PER_USER, userId))) &&
    (await countWithinLimit(ctx, VERIFICATIONS_PER_EMAIL, usernameKey(email), network)) &&
    (await countWithinNetworkLimit(ctx, VERIFICATIONS_PER_NETWORK, ctx.address));
  return mayBeSent ? { email, isFirstOfNetwork: await isFirstOfNetwork(ctx, email) } : undefined;
}

/** Queues a link to the address that it was counted for, unless the account has another address now. */
export async function queueVerification(
  tx: Tx,
  ctx: Context,
  user: User,
  { email, isFirstOfNetwork }: CountedLink,
): Promise<void> {
  if (user.email !== email || isEmailVerified(user)) return;
  const details = { isFirstOfNetwork };
  await queueMail(tx, ctx.enqueue, { kind: "verify-email", details, userId: user.id, email });
}

function isFirstOfNetwork(ctx: Context, email: string): Promise<boolean> {
  const neighborhood = neighborhoodOf(ctx.address);
  return countWithinLimit(ctx, FIRST_VERIFICATIONS_PER_EMAIL, usernameKey(email), neighborhood);
}
