import { describe, expect, test } from "vitest";
import type { Tier } from "./plans.ts";
import type { Buyer, PurchaseDecision } from "./purchase.ts";
import { decidePurchase } from "./purchase.ts";

const NOW = new Date("2026-11-21T12:00:00.000Z");
const newcomer: Buyer = {
  membershipTier: null,
  membershipExpiresAt: null,
  isAdmin: false,
  isActive: true,
  adCount: 0,
};

function member(membershipTier: Tier, expiry: string, adCount = 0): Buyer {
  return { ...newcomer, membershipTier, membershipExpiresAt: new Date(expiry), adCount };
}

function period(decision: PurchaseDecision) {
  if (decision.kind === "refused") throw new Error(decision.message);
  const { reason, from, to, daysGivenUp } = decision;
  return { reason, from: from.toISOString(), to: to.toISOString(), daysGivenUp };
}

function refusal(decision: PurchaseDecision) {
  if (decision.kind === "allowed") throw new Error("The purchase was allowed");
  return decision;
}

describe("allows a year from now", () => {
  const year = { from: "2026-11-21T12:00:00.000Z", to: "2027-11-21T12:00:00.000Z", daysGivenUp: 0 };
  test.each(["basic", "premium"] as const)("as the first membership, %s", (tier) => {
    expect(period(decidePurchase(newcomer, tier, NOW))).toEqual({ reason: "first", ...year });
  });

  test.each([
    ["basic", "basic"],
    ["basic", "premium"],
    ["premium", "basic"],
    ["premium", "premium"],
  ] as const)("after a %s membership that expires now, as %s", (old, tier) => {
    const decision = decidePurchase(member(old, "2026-11-21T12:00:00.000Z", 1), tier, NOW);
    expect(period(decision)).toEqual({ reason: "after-expiry", ...year });
  });

  test.each([
    ["2026-11-21T12:00:00.001Z", 1],
    ["2026-11-22T12:00:00.000Z", 1],
    ["2026-11-22T12:00:00.001Z", 2],
    ["2027-11-21T12:00:00.000Z", 365],
  ])("as an upgrade of Basic until %s, which gives up %i days", (expiry, daysGivenUp) => {
    const decision = decidePurchase(member("basic", expiry, 1), "premium", NOW);
    expect(period(decision)).toEqual({ ...year, reason: "upgrade", daysGivenUp });
  });

  test("from February 29 to February 28", () => {
    const decision = decidePurchase(newcomer, "basic", new Date("2028-02-29T00:00:00.000Z"));
    expect(period(decision).to).toBe("2029-02-28T00:00:00.000Z");
  });
});

describe("a renewal", () => {
  test.each([
    ["60 days before the expiry", "2027-01-20T12:00:00.000Z", "2028-01-20T12:00:00.000Z"],
    ["a millisecond before the expiry", "2026-11-21T12:00:00.001Z", "2027-11-21T12:00:00.001Z"],
  ])("is allowed %s and adds a year to the old expiry", (_when, expiry, to) => {
    for (const tier of ["basic", "premium"] as const) {
      expect(period(decidePurchase(member(tier, expiry, 1), tier, NOW))).toEqual({
        reason: "renewal",
        from: expiry,
        to,
        daysGivenUp: 0,
      });
    }
  });

  test("is refused with both dates a millisecond earlier than 60 days before the expiry", () => {
    const buyer = member("premium", "2027-01-20T12:00:00.001Z", 5);
    expect(refusal(decidePurchase(buyer, "premium", NOW))).toMatchObject({
      reason: "too-early",
      code: "PURCHASE_REFUSED",
      message:
        "Your Premium membership is active until Jan 20, 2027. You can renew it starting Nov 21, 2026.",
    });
  });
});

describe("refuses", () => {
  test("Basic while Premium is active", () => {
    const buyer = member("premium", "2026-11-21T12:00:00.001Z", 3);
    expect(refusal(decidePurchase(buyer, "basic", NOW))).toMatchObject({
      reason: "premium-active",
      code: "PURCHASE_REFUSED",
      message:
        "Your Premium membership is active until Nov 21, 2026. You can choose Basic after it expires.",
    });
  });

  test("Basic for a user with more than one stored ad", () => {
    const buyer = member("premium", "2026-11-21T12:00:00.000Z", 3);
    expect(refusal(decidePurchase(buyer, "basic", NOW))).toMatchObject({
      reason: "too-many-ads",
      code: "PURCHASE_REFUSED",
      message: "Basic allows 1 listing and you have 3. Delete 2 or choose Premium.",
    });
  });

  test("an admin and an inactive user, for both tiers", () => {
    for (const tier of ["basic", "premium"] as const) {
      const admin = decidePurchase({ ...newcomer, isAdmin: true }, tier, NOW);
      expect(refusal(admin)).toEqual({
        kind: "refused",
        reason: "admin",
        code: "FORBIDDEN",
        message: "Admins do not need a membership.",
      });
      const inactive = decidePurchase({ ...newcomer, isActive: false }, tier, NOW);
      expect(refusal(inactive)).toEqual({
        kind: "refused",
        reason: "inactive",
        code: "NOT_SIGNED_IN",
        message: "Sign in to continue.",
      });
    }
  });
});
