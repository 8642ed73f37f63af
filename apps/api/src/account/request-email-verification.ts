import type { Tx } from "@studbook/db/client";
import type { User } from "@studbook/db/queries/users";
import { DomainError } from "@studbook/domain/errors";
import { lockViewer } from "../auth/lock-viewer.ts";
import { checkTries, hasTriesLeft, VERIFY_OF_EMAIL, VERIFY_OF_USER } from "../auth/tries.ts";
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
  await checkTries(ctx, VERIFY_OF_USER, ctx.viewer.userId);
  await checkTries(ctx, VERIFY_OF_EMAIL, email.toLowerCase());
  await ctx.db.transaction().execute(async (tx) => {
    await queueVerification(tx, ctx, await lockViewer(tx, ctx));
  });
}

/** Whether an address that was just given may be sent a link: not again and again, nor to anybody. */
export async function maySendLink(ctx: UserContext, email: string): Promise<boolean> {
  return (
    (await hasTriesLeft(ctx, VERIFY_OF_USER, ctx.viewer.userId)) &&
    (await hasTriesLeft(ctx, VERIFY_OF_EMAIL, email.toLowerCase()))
  );
}

export async function queueVerification(tx: Tx, ctx: UserContext, user: User): Promise<void> {
  if (!user.email || user.emailVerifiedAt) return;
  await queueMail(tx, ctx.enqueue, { kind: "verify-email", details: {}, userId: user.id });
}
