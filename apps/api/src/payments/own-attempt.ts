import { findAttemptByIntent, type PaymentAttempt } from "@studbook/db/queries/payment-attempts";
import { DomainError } from "@studbook/domain/errors";
import type { UserContext } from "../trpc.ts";

/** The signed-in user's attempt with this intent; another's is as unknown. Throws DomainError PAYMENT_NOT_FOUND. */
export async function getOwnAttempt(ctx: UserContext, intentId: string): Promise<PaymentAttempt> {
  const attempt = await findAttemptByIntent(ctx.db, intentId);
  if (attempt?.userId === ctx.viewer.userId) return attempt;
  throw new DomainError("PAYMENT_NOT_FOUND", "There is no such payment of yours.");
}
