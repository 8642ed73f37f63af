import { findAttemptByIntent, type PaymentAttempt } from "@studbook/db/queries/payment-attempts";
import { DomainError } from "@studbook/domain/errors";
import type { UserContext } from "../trpc.ts";

/** Returns the signed-in user's attempt with this intent. Throws DomainError PAYMENT_NOT_FOUND, also for another user's. */
export async function getViewerAttempt(
  ctx: UserContext,
  intentId: string,
): Promise<PaymentAttempt> {
  const attempt = await findAttemptByIntent(ctx.db, intentId);
  if (attempt?.userId === ctx.viewer.userId) return attempt;
  throw paymentNotFound();
}

export function paymentNotFound(): DomainError {
  return new DomainError("PAYMENT_NOT_FOUND", "Payment not found.");
}
