import { DomainError } from "@studbook/domain/errors";
import { ADMIN_CANNOT_BUY } from "@studbook/domain/purchase";

/** Admins need no membership. */
export function adminCannotBuy(): DomainError {
  return new DomainError("FORBIDDEN", ADMIN_CANNOT_BUY);
}

/** The buyer's card was charged, but for something other than the order. */
export function paymentMismatch(supportEmail: string): DomainError {
  return new DomainError(
    "PAYMENT_MISMATCH",
    `Your card was charged, but the payment does not match your order. Please contact support at ${supportEmail}.`,
  );
}

/** The buyer's previous payment may still succeed. */
export function paymentProcessing(): DomainError {
  return new DomainError(
    "PURCHASE_REFUSED",
    "Your payment is still being processed. Please wait a moment and reload this page.",
  );
}

const UNAVAILABLE = "Payments are temporarily unavailable. Please try again in a moment.";

/** A call to Stripe failed or timed out. */
export function providerUnavailable(cause?: unknown): DomainError {
  return new DomainError("PROVIDER_UNAVAILABLE", UNAVAILABLE, { cause });
}

/**
 * Stripe returns the same failure for every further call with this idempotency key, so the
 * attempt cannot be retried and the buyer needs a new one.
 */
export class IdempotencyKeySpentError extends DomainError {
  constructor() {
    super("PROVIDER_UNAVAILABLE", UNAVAILABLE);
  }
}
