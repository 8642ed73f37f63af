import { describe, expect, test } from "vitest";
import type { Period } from "./periods.ts";
import { membershipOfPeriods, periodOfPurchase } from "./periods.ts";
import type { Tier } from "./plans.ts";

const NOW = new Date("2026-11-21T12:00:00.000Z");

function period(tier: Tier, from: string, to: string, givenUpAt: string | null = null): Period {
  return {
    tier,
    from: new Date(from),
    to: new Date(to),
    givenUpAt: givenUpAt === null ? null : new Date(givenUpAt),
  };
}

function membership(periods: Period[]): string | null {
  const result = membershipOfPeriods(periods, NOW);
  return result && `${result.tier} until ${result.expiresAt.toISOString().slice(0, 10)}`;
}

describe("membershipOfPeriods", () => {
  test.each<[string, Period[], string | null]>([
    ["no periods", [], null],
    ["an active period", [period("basic", "2026-03-01", "2027-03-01")], "basic until 2027-03-01"],
    [
      "a period that ends now",
      [period("basic", "2025-11-21", NOW.toISOString())],
      "basic until 2026-11-21",
    ],
    [
      "a year and its renewal",
      [period("basic", "2026-12-01", "2027-12-01"), period("basic", "2025-12-01", "2026-12-01")],
      "basic until 2027-12-01",
    ],
    [
      "Basic given up for Premium",
      [
        period("basic", "2026-03-01", "2027-03-01", "2026-10-01"),
        period("premium", "2026-10-01", "2027-10-01"),
      ],
      "premium until 2027-10-01",
    ],
    [
      "Basic given up for Premium, which was refunded",
      [period("basic", "2026-03-01", "2027-03-01", "2026-10-01")],
      "basic until 2026-10-01",
    ],
    [
      "active Premium and a Basic that expires later",
      [period("premium", "2026-03-01", "2027-03-01"), period("basic", "2026-10-01", "2027-10-01")],
      "premium until 2027-03-01",
    ],
    [
      "expired Premium and an active Basic",
      [period("premium", "2025-03-01", "2026-03-01"), period("basic", "2025-12-01", "2026-12-01")],
      "basic until 2026-12-01",
    ],
    [
      "a renewal whose first year was refunded",
      [period("basic", "2026-12-01", "2027-12-01")],
      "basic until 2027-12-01",
    ],
    [
      "a year and its renewal, both given up before the renewal started",
      [
        period("basic", "2026-12-01", "2027-12-01", "2026-11-01"),
        period("basic", "2025-12-01", "2026-12-01", "2026-11-01"),
      ],
      "basic until 2026-11-01",
    ],
  ])("has the right result for %s, in any order", (_what, periods, expected) => {
    expect(membership(periods)).toBe(expected);
    expect(membership(periods.toReversed())).toBe(expected);
  });
});

describe("periodOfPurchase", () => {
  const owner = (membershipTier: Tier | null, expiry: string | null) => ({
    membershipTier,
    membershipExpiresAt: expiry,
  });
  test.each<[string, ReturnType<typeof owner>, Tier, string]>([
    [
      "starts now for a user without a membership",
      owner(null, null),
      "basic",
      "2026-11-21T12:00:00.000Z",
    ],
    [
      "starts now for an upgrade",
      owner("basic", "2027-01-01"),
      "premium",
      "2026-11-21T12:00:00.000Z",
    ],
    ["starts now after expiry", owner("basic", "2026-01-01"), "basic", NOW.toISOString()],
    [
      "starts at the expiry for a renewal",
      owner("basic", "2026-12-01"),
      "basic",
      "2026-12-01T00:00:00.000Z",
    ],
    [
      "starts at the expiry for a renewal before the renewal window",
      owner("basic", "2027-10-01"),
      "basic",
      "2027-10-01T00:00:00.000Z",
    ],
    [
      "starts at the expiry for Basic paid while Premium is active",
      owner("premium", "2027-10-01"),
      "basic",
      "2027-10-01T00:00:00.000Z",
    ],
  ])("%s", (_what, user, tier, from) => {
    const bought = periodOfPurchase(user, tier, NOW);
    expect(bought.from.toISOString()).toBe(from);
    expect(bought.to.getUTCFullYear()).toBe(bought.from.getUTCFullYear() + 1);
  });
});
