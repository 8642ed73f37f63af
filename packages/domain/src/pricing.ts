import type { Tier } from "./plans.ts";
import { PLANS } from "./plans.ts";

/** The card provider refuses charges below this. */
export const MIN_CHARGE_CENTS = 50;

export type Price = {
  /** What the card is charged, in cents. */
  readonly amountCents: number;
  /** True when the discount led below `MIN_CHARGE_CENTS`, which is charged instead. */
  readonly minimumApplied: boolean;
};

/**
 * The price of one year in integer cents after a discount of `percentOff` percent, an integer from
 * 0 to 100. Throws RangeError on any other percentage (specification, section 9).
 */
export function quotePrice(tier: Tier, percentOff: number): Price {
  if (!Number.isInteger(percentOff) || percentOff < 0 || percentOff > 100) {
    throw new RangeError(`not a percentage: ${percentOff}`);
  }
  const discounted = Math.round((PLANS[tier].priceCents * (100 - percentOff)) / 100);
  return {
    amountCents: Math.max(MIN_CHARGE_CENTS, discounted),
    minimumApplied: discounted < MIN_CHARGE_CENTS,
  };
}
