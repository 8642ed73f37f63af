import { DomainError } from "@studbook/domain/errors";

/** What a buyer is told whose card was charged for something else than was asked for. */
export function needsSupport(supportEmail: string): DomainError {
  return new DomainError(
    "PAYMENT_MISMATCH",
    `Your card was charged, but the payment does not match your order. Please contact support at ${supportEmail}.`,
  );
}
