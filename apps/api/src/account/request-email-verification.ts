import type { Tx } from "@studbook/db/client";
import type { User } from "@studbook/db/queries/users";
import { isEmailVerified, usernameKey } from "@studbook/domain/account";
import { DomainError } from "@studbook/domain/errors";
import { lockViewer } from "../auth/lock-viewer.ts";
import {
  checkTries,
  hasTriesLeft,
  VERIFY_OF_EMAIL,
  VERIFY_OF_EMAIL_DAILY,
  VERIFY_OF_USER,
} from "../auth/tries.ts";
import { networksOf } from "../http/network.ts";
import { queueMail } from "../mail/queue-mail.ts";
import type { UserContext } from "../trpc.ts";

/**
 * Sends the signed-in user a link that verifies the address of the account; nothing when it is verified.
 *
 * @throws DomainError BAD_REQUEST without an address, TOO_MANY_REQUESTS, NOT_SIGNED_IN
 */
export async function requestEmailVerification(ctx: UserContext): Promise<void> {
  const { email } = ctx.session.user ?? {};
  if (!email) throw new DomainError("BAD_REQUEST", "Please add an email address first.");
  const { own } = networksOf(ctx.address);
  await checkTries(ctx, VERIFY_OF_USER, ctx.viewer.userId);
  await checkTries(ctx, VERIFY_OF_EMAIL, usernameKey(email), own);
  await checkTries(ctx, VERIFY_OF_EMAIL_DAILY, usernameKey(email));
  await ctx.db.transaction().execute(async (tx) => {
    await queueVerification(tx, ctx, await lockViewer(tx, ctx));
  });
}

/** Counts a link to an address that was just given, and says whether it may be sent. */
export async function maySendLink(ctx: UserContext, email: string): Promise<boolean> {
  const { own } = networksOf(ctx.address);
  return (
    (await hasTriesLeft(ctx, VERIFY_OF_USER, ctx.viewer.userId)) &&
    (await hasTriesLeft(ctx, VERIFY_OF_EMAIL, usernameKey(email), own)) &&
    (await hasTriesLeft(ctx, VERIFY_OF_EMAIL_DAILY, usernameKey(email)))
  );
}

export async function queueVerification(tx: Tx, ctx: UserContext, user: User): Promise<void> {
  if (!user.email || isEmailVerified(user)) return;
  await queueMail(tx, ctx.enqueue, { kind: "verify-email", details: {}, userId: user.id });
}
