import type { Tx } from "@studbook/db/client";
import type { User } from "@studbook/db/queries/users";
import { DomainError } from "@studbook/domain/errors";
import { isEmailVerified, usernameKey } from "@studbook/domain/schemas/account";
import { lockViewer } from "../auth/lock-viewer.ts";
import {
  checkNetworkTries,
  checkTries,
  FIRST_VERIFY_OF_EMAIL,
  hasNetworkTriesLeft,
  hasTriesLeft,
  VERIFY_OF_ADDRESS,
  VERIFY_OF_EMAIL,
  VERIFY_OF_USER,
} from "../auth/tries.ts";
import { neighborhoodOf, networksOf } from "../http/network.ts";
import { queueMail } from "../mail/queue-mail.ts";
import type { UserContext } from "../trpc.ts";

/** A link to an address, counted for whoever asks for it. */
export type CountedLink = { email: string; isFirstOfNetwork: boolean };

/**
 * Sends the signed-in user a link that verifies the address of the account; nothing when it is verified, or
 * when the address has had all links of the day: a refusal would tell what strangers do.
 *
 * @throws DomainError BAD_REQUEST without an address, TOO_MANY_REQUESTS, NOT_SIGNED_IN
 */
export async function requestEmailVerification(ctx: UserContext): Promise<void> {
  const { email } = ctx.session.user ?? {};
  if (!email) throw new DomainError("BAD_REQUEST", "Please add an email address first.");
  const { own } = networksOf(ctx.address);
  await checkTries(ctx, VERIFY_OF_USER, ctx.viewer.userId);
  await checkTries(ctx, VERIFY_OF_EMAIL, usernameKey(email), own);
  await checkNetworkTries(ctx, VERIFY_OF_ADDRESS, ctx.address);
  const link = { email, isFirstOfNetwork: await isFirstOfNetwork(ctx, email) };
  await ctx.db.transaction().execute(async (tx) => {
    await queueVerification(tx, ctx, await lockViewer(tx, ctx), link);
  });
}

/** Counts a link to a newly entered address. Returns undefined if the limit has been reached. */
export async function countLink(ctx: UserContext, email: string): Promise<CountedLink | undefined> {
  const { own } = networksOf(ctx.address);
  const mayBeSent =
    (await hasTriesLeft(ctx, VERIFY_OF_USER, ctx.viewer.userId)) &&
    (await hasTriesLeft(ctx, VERIFY_OF_EMAIL, usernameKey(email), own)) &&
    (await hasNetworkTriesLeft(ctx, VERIFY_OF_ADDRESS, ctx.address));
  return mayBeSent ? { email, isFirstOfNetwork: await isFirstOfNetwork(ctx, email) } : undefined;
}

/** Sends a link to the address that it was counted for, unless the account has another one by now. */
export async function queueVerification(
  tx: Tx,
  ctx: UserContext,
  user: User,
  { email, isFirstOfNetwork }: CountedLink,
): Promise<void> {
  if (user.email !== email || isEmailVerified(user)) return;
  const details = { isFirstOfNetwork };
  await queueMail(tx, ctx.enqueue, { kind: "verify-email", details, userId: user.id, email });
}

function isFirstOfNetwork(ctx: UserContext, email: string): Promise<boolean> {
  const near = neighborhoodOf(ctx.address);
  return hasTriesLeft(ctx, FIRST_VERIFY_OF_EMAIL, usernameKey(email), near);
}
