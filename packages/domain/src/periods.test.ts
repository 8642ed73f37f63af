import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY_MS } from "./day.ts";
import { addOneYear } from "./membership.ts";
import {
  endOf,
  grantedPeriod,
  membershipOfPeriods,
  type Period,
  type PlannedPeriod,
  planPeriod,
} from "./periods.ts";
import { PLANS, type Tier } from "./plans.ts";

const NOW = new Date("2026-11-21T12:00:00.000Z");

function period(tier: Tier, from: string, to: string, fields: Partial<Period> = {}): Period {
  return {
    id: `${tier} from ${from}`,
    tier,
    from: new Date(from),
    to: new Date(to),
    listPriceCents: PLANS[tier].priceCents,
    counts: true,
    replaces: [],
    ...fields,
  };
}

function membership(periods: readonly Period[], now = NOW): string {
  const result = membershipOfPeriods(periods, now);
  return result ? `${result.tier} until ${result.expiresAt.toISOString().slice(0, 10)}` : "none";
}

describe("membershipOfPeriods", () => {
  const replaced = period("basic", "2026-03-01", "2027-03-01");
  const upgrade = { replaces: [replaced.id] };
  test.each<[string, Period[], string]>([
    ["no periods", [], "none"],
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
      "Basic with 100 days left that Premium replaced",
      [replaced, period("premium", "2026-11-21", "2028-01-09", upgrade)],
      "premium until 2028-01-09",
    ],
    [
      "Premium whose replaced Basic no longer counts",
      [{ ...replaced, counts: false }, period("premium", "2026-11-21", "2028-01-09", upgrade)],
      "premium until 2027-11-21",
    ],
    [
      "Basic that Premium replaced, which no longer counts",
      [replaced, period("premium", "2026-11-01", "2027-11-01", { ...upgrade, counts: false })],
      "basic until 2027-03-01",
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
      "a renewal that has not begun, whose first year does not count",
      [
        period("basic", "2025-12-01", "2026-12-01", { counts: false }),
        period("basic", "2026-12-01", "2027-12-01"),
      ],
      "none",
    ],
    [
      "an upgrade from before time was carried over",
      [
        period("basic", "2026-03-01", "2026-10-01"),
        period("premium", "2026-10-01", "2027-10-01", { listPriceCents: null }),
      ],
      "premium until 2027-10-01",
    ],
    [
      "a granted Basic that was replaced by an upgrade from before time was carried over",
      [
        grantedPeriod("grant", { tier: "basic", expiresAt: new Date("2027-06-01") }),
        period("premium", "2026-10-01", "2027-10-01", {
          listPriceCents: null,
          replaces: ["grant"],
        }),
      ],
      "premium until 2027-10-01",
    ],
  ])("has the right result for %s, in any order", (_what, periods, expected) => {
    expect(membership(periods)).toBe(expected);
    expect(membership(periods.toReversed())).toBe(expected);
  });
});

describe("planPeriod", () => {
  const plan = (tier: Tier, periods: Period[] = [], now = NOW) => {
    const held = membershipOfPeriods(periods, now);
    const user = {
      membershipTier: held?.tier ?? null,
      membershipExpiresAt: held?.expiresAt ?? null,
    };
    return planPeriod(user, periods, tier, now);
  };
  const basicUntil = (to: string, from = "2026-01-01") => period("basic", from, to);

  test.each<[string, Tier, Period[], string]>([
    ["now for a user without a membership", "basic", [], "2026-11-21T12:00:00.000Z"],
    ["now for an upgrade", "premium", [basicUntil("2027-01-01")], "2026-11-21T12:00:00.000Z"],
    ["now after expiry", "basic", [basicUntil("2026-11-21")], "2026-11-21T12:00:00.000Z"],
    ["at the expiry", "basic", [basicUntil("2026-12-01")], "2026-12-01T00:00:00.000Z"],
    [
      "at the expiry of Premium for Basic",
      "basic",
      [period("premium", "2026-10-01", "2027-10-01")],
      "2027-10-01T00:00:00.000Z",
    ],
  ])("starts %s", (_when, tier, periods, from) => {
    const planned = plan(tier, periods);
    expect(planned.from.toISOString()).toBe(from);
  });

  test.each<[string, number, number]>([
    ["2026-11-21T12:00:00.001Z", 0, 0],
    ["2026-11-24T11:59:59.999Z", 2, 0],
    ["2026-11-24T12:00:00.000Z", 3, 1],
    ["2027-03-01T12:00:00.000Z", 100, 49],
    ["2027-11-21T12:00:00.000Z", 365, 179],
  ])("carries Basic until %s over: %i days become %i", (to, days, extraDays) => {
    const { carriedOver, to: end } = plan("premium", [basicUntil(to)]);
    expect(carriedOver).toEqual({ days, extraDays });
    expect(end).toEqual(new Date(addOneYear(NOW).getTime() + extraDays * DAY_MS));
  });

  test("counts a Basic year and its renewal as one stretch of whole days", () => {
    const periods = [
      basicUntil("2026-12-01T20:00:00.000Z"),
      basicUntil("2027-12-01T20:00:00.000Z", "2026-12-01T20:00:00.000Z"),
    ];
    expect(plan("premium", periods).carriedOver).toEqual({ days: 375, extraDays: 184 });
  });

  test("values days by the list prices at which they were sold, without a coupon", () => {
    const cheap = { ...basicUntil("2026-12-01T12:00:00.000Z"), listPriceCents: 1000 };
    const dear = {
      ...basicUntil("2027-12-01T12:00:00.000Z", "2026-12-01T12:00:00.000Z"),
      listPriceCents: 4000,
    };
    const { carriedOver } = plan("premium", [cheap, dear]);
    expect(carriedOver).toEqual({
      days: 375,
      extraDays: Math.floor((10 * 1000 + 365 * 4000) / 5900),
    });
  });

  test("carries a granted membership over at Basic's price, and keeps it for a refund", () => {
    const user = {
      membershipTier: "basic",
      membershipExpiresAt: new Date("2027-03-01T12:00:00.000Z"),
    };
    const planned = planPeriod(user, [], "premium", NOW);
    expect(planned.carriedOver).toEqual({ days: 100, extraDays: 49 });
    expect(planned.granted).toEqual({ tier: "basic", expiresAt: user.membershipExpiresAt });
    expect(planned.replaces).toEqual([]);
  });

  test("carries each Basic period over once, however often Premium is renewed", () => {
    const granted = grantedPeriod("grant", { tier: "basic", expiresAt: new Date("2030-11-21") });
    const first = { ...plan("premium", [granted]), id: "first" };
    const periods = [granted, toPeriod("premium", first)];
    const again = plan("premium", periods, new Date(first.to.getTime() - DAY_MS));
    expect(again.from).toEqual(first.to);
    expect(again.carriedOver).toEqual({ days: 0, extraDays: 0 });
  });
});

/** Turns a plan into the period of a payment that counts. */
function toPeriod(tier: Tier, planned: PlannedPeriod & { id: string }): Period {
  const { id, from, to, replaces } = planned;
  const listPriceCents = PLANS[tier].priceCents;
  return { id, tier, from, to, listPriceCents, counts: true, replaces };
}

describe("upgrades, refunds and disputes in random order", () => {
  /** Days of Basic that are used before an upgrade, and what becomes of both payments in the end. */
  const scenario = fc.record({
    usedMs: fc.integer({ min: 0, max: 364 * DAY_MS }),
    isRenewed: fc.boolean(),
    basicPrice: fc.integer({ min: 50, max: 20_000 }),
    lookedAtMs: fc.integer({ min: 0, max: 900 * DAY_MS }),
    basic: fc.boolean(),
    renewal: fc.boolean(),
    premium: fc.boolean(),
  });

  test("lead to the membership that the remaining payments bought", () => {
    fc.assert(
      fc.property(scenario, (given) => {
        const basicEnd = addOneYear(NOW);
        const basic = {
          ...period("basic", NOW.toISOString(), basicEnd.toISOString()),
          id: "basic",
          listPriceCents: given.basicPrice,
        };
        const renewal = {
          ...basic,
          id: "renewal",
          from: basicEnd,
          to: addOneYear(basicEnd),
        };
        const paid = given.isRenewed ? [basic, renewal] : [basic];
        const upgradedAt = new Date(NOW.getTime() + given.usedMs);
        const held = membershipOfPeriods(paid, upgradedAt);
        const planned = planPeriod(
          { membershipTier: "basic", membershipExpiresAt: held?.expiresAt ?? null },
          paid,
          "premium",
          upgradedAt,
        );
        const upgrade = toPeriod("premium", { ...planned, id: "upgrade" });
        const counts: Record<string, boolean> = {
          basic: given.basic,
          renewal: given.renewal,
          upgrade: given.premium,
        };
        const now = new Date(upgradedAt.getTime() + given.lookedAtMs);
        const end = membershipOfPeriods(
          [...paid, upgrade].map((one) => ({ ...one, counts: counts[one.id] ?? false })),
          now,
        );
        expect(end).toEqual(expectedMembership({ ...given, upgradedAt, basicEnd, now }));
      }),
      { numRuns: 2000 },
    );
  });

  type Expected = {
    upgradedAt: Date;
    basicEnd: Date;
    now: Date;
    basicPrice: number;
    isRenewed: boolean;
    basic: boolean;
    renewal: boolean;
    premium: boolean;
  };

  /** The rule in words of the decisions, worked out instant by instant instead of from periods. */
  function expectedMembership(given: Expected) {
    const { upgradedAt, basicEnd, now, premium } = given;
    const years = [
      { from: NOW, to: basicEnd, counts: given.basic },
      { from: basicEnd, to: addOneYear(basicEnd), counts: given.isRenewed && given.renewal },
    ].filter(({ counts }) => counts);
    if (!premium) return expectedBasic(years, now);
    let daysLeft = 0;
    for (let day = 0; day < 800; day++) {
      const end = new Date(upgradedAt.getTime() + (day + 1) * DAY_MS);
      if (years.some(({ from, to }) => from < end && end <= to)) daysLeft++;
    }
    const extraDays = Math.floor((daysLeft * given.basicPrice) / PLANS.premium.priceCents);
    const expiresAt = new Date(addOneYear(upgradedAt).getTime() + extraDays * DAY_MS);
    return { tier: "premium", expiresAt };
  }

  function expectedBasic(years: { from: Date; to: Date }[], now: Date) {
    const begun = years.filter(({ from }) => from <= now);
    const [first, second] = years;
    if (begun.length === 0 || !first) return null;
    const last = begun.at(-1) ?? first;
    const isRunning = last === first && second && now < first.to;
    return { tier: "basic", expiresAt: isRunning ? second.to : last.to };
  }

  test("never take from a member who refunds an upgrade what Basic had left", () => {
    const basic = period("basic", "2026-03-01", "2027-03-01");
    const planned = planPeriod(
      { membershipTier: "basic", membershipExpiresAt: basic.to },
      [basic],
      "premium",
      NOW,
    );
    const upgrade = toPeriod("premium", { ...planned, id: "upgrade" });
    const refunded = { ...upgrade, counts: false };
    expect(endOf(basic, [basic, upgrade])).toEqual(NOW);
    expect(membership([basic, refunded])).toBe(membership([basic]));
  });
});
