import type { Tier } from "./plans.ts";
import { PLANS } from "./plans.ts";

/** Stripe rejects charges below this amount. */
export const MIN_CHARGE_CENTS = 50;

export type Price = {
  /** The amount to charge, in cents. */
  readonly amountCents: number;
  /** Whether `amountCents` is `MIN_CHARGE_CENTS` because the discounted price was lower. */
  readonly minimumApplied: boolean;
};

/**
 * Returns the price of one year after a discount of `percentOff` percent, an integer from 0 to 100 (specification,
 * section 9). Throws RangeError for any other percentage.
 */
export function quotePrice(tier: Tier, percentOff: number): Price {
  if (!Number.isInteger(percentOff) || percentOff < 0 || percentOff > 100) {
    throw new RangeError(`percentOff must be an integer from 0 to 100, but is ${percentOff}`);
  }
  const discounted = Math.round((PLANS[tier].priceCents * (100 - percentOff)) / 100);
  return {
    amountCents: Math.max(MIN_CHARGE_CENTS, discounted),
    minimumApplied: discounted < MIN_CHARGE_CENTS,
  };
}
