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
  const found = membershipOfPeriods(periods, NOW);
  return found && `${found.tier} until ${found.expiresAt.toISOString().slice(0, 10)}`;
}

describe("the membership of periods", () => {
  test.each<[string, Period[], string | null]>([
    ["none", [], null],
    ["one that runs", [period("basic", "2026-03-01", "2027-03-01")], "basic until 2027-03-01"],
    [
      "one that ended this instant",
      [period("basic", "2025-11-21", NOW.toISOString())],
      "basic until 2026-11-21",
    ],
    [
      "a year and its renewal, in any order",
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
      "Basic given up for a Premium that was refunded",
      [period("basic", "2026-03-01", "2027-03-01", "2026-10-01")],
      "basic until 2026-10-01",
    ],
    [
      "Premium that runs beside a longer Basic",
      [period("premium", "2026-03-01", "2027-03-01"), period("basic", "2026-10-01", "2027-10-01")],
      "premium until 2027-03-01",
    ],
    [
      "Premium that ended beside a Basic that runs",
      [period("premium", "2025-03-01", "2026-03-01"), period("basic", "2025-12-01", "2026-12-01")],
      "basic until 2026-12-01",
    ],
    [
      "a renewal alone, whose first year was refunded",
      [period("basic", "2026-12-01", "2027-12-01")],
      "basic until 2027-12-01",
    ],
    [
      "a renewal given up before it began, and the year it came upon",
      [
        period("basic", "2026-12-01", "2027-12-01", "2026-11-01"),
        period("basic", "2025-12-01", "2026-12-01", "2026-11-01"),
      ],
      "basic until 2026-11-01",
    ],
  ])("%s", (_what, periods, expected) => {
    expect(membership(periods)).toBe(expected);
    expect(membership(periods.toReversed())).toBe(expected);
  });
});

describe("the period of a purchase that was paid", () => {
  const owner = (membershipTier: Tier | null, expiry: string | null) => ({
    membershipTier,
    membershipExpiresAt: expiry,
  });
  test.each<[string, ReturnType<typeof owner>, Tier, string]>([
    ["a newcomer's begins now", owner(null, null), "basic", "2026-11-21T12:00:00.000Z"],
    ["an upgrade begins now", owner("basic", "2027-01-01"), "premium", "2026-11-21T12:00:00.000Z"],
    ["after expiry it begins now", owner("basic", "2026-01-01"), "basic", NOW.toISOString()],
    [
      "a renewal follows the year that runs",
      owner("basic", "2026-12-01"),
      "basic",
      "2026-12-01T00:00:00.000Z",
    ],
    [
      "even one that was not offered any more",
      owner("basic", "2027-10-01"),
      "basic",
      "2027-10-01T00:00:00.000Z",
    ],
    [
      "Basic paid while Premium runs follows it",
      owner("premium", "2027-10-01"),
      "basic",
      "2027-10-01T00:00:00.000Z",
    ],
  ])("%s", (_what, user, tier, from) => {
    const found = periodOfPurchase(user, tier, NOW);
    expect(found.from.toISOString()).toBe(from);
    expect(found.to.getUTCFullYear()).toBe(found.from.getUTCFullYear() + 1);
  });
});
