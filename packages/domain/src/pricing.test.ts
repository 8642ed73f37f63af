import fc from "fast-check";
import { expect, test } from "vitest";
import { MIN_CHARGE_CENTS, quotePrice } from "./pricing.ts";

test.each([
  ["basic", 0, 2900, false],
  ["premium", 0, 5900, false],
  ["basic", 50, 1450, false],
  ["premium", 50, 2950, false],
  ["premium", 99, 59, false],
  ["basic", 98, 58, false],
  ["basic", 99, 50, true],
  ["premium", 100, 50, true],
] as const)("%s with %i%% off is %i cents", (tier, percentOff, amountCents, minimumApplied) => {
  expect(quotePrice(tier, percentOff)).toEqual({ amountCents, minimumApplied });
});

test("the amount is in whole cents, at least the minimum and at most the full price", () => {
  const tiers = fc.constantFrom("basic" as const, "premium" as const);
  fc.assert(
    fc.property(tiers, fc.integer({ min: 0, max: 100 }), (tier, percentOff) => {
      const { amountCents } = quotePrice(tier, percentOff);
      expect(Number.isInteger(amountCents)).toBe(true);
      expect(amountCents).toBeGreaterThanOrEqual(MIN_CHARGE_CENTS);
      expect(amountCents).toBeLessThanOrEqual(quotePrice(tier, 0).amountCents);
    }),
  );
});

test.each([-1, 101, 0.5, Number.NaN])("throws RangeError for %d percent", (percentOff) => {
  expect(() => quotePrice("basic", percentOff)).toThrow(RangeError);
});
