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

function refusal(decision: PurchaseDecision) {
  if (decision.kind === "allowed") throw new Error("The purchase was allowed");
  return decision;
}

describe("allows", () => {
  test.each(["basic", "premium"] as const)("the first membership, %s", (tier) => {
    expect(decidePurchase(newcomer, tier, NOW)).toEqual({ kind: "allowed", reason: "first" });
  });

  test.each([
    ["basic", "basic"],
    ["basic", "premium"],
    ["premium", "basic"],
    ["premium", "premium"],
  ] as const)("a membership after %s that expires now, as %s", (old, tier) => {
    const decision = decidePurchase(member(old, "2026-11-21T12:00:00.000Z", 1), tier, NOW);
    expect(decision).toEqual({ kind: "allowed", reason: "after-expiry" });
  });

  test.each(["2026-11-21T12:00:00.001Z", "2027-11-21T12:00:00.000Z"])(
    "an upgrade of Basic until %s",
    (expiry) => {
      const decision = decidePurchase(member("basic", expiry, 1), "premium", NOW);
      expect(decision).toEqual({ kind: "allowed", reason: "upgrade" });
    },
  );
});

describe("a renewal", () => {
  test.each([
    ["60 days before the expiry", "2027-01-20T12:00:00.000Z"],
    ["a millisecond before the expiry", "2026-11-21T12:00:00.001Z"],
  ])("is allowed %s", (_when, expiry) => {
    for (const tier of ["basic", "premium"] as const) {
      const decision = decidePurchase(member(tier, expiry, 1), tier, NOW);
      expect(decision).toEqual({ kind: "allowed", reason: "renewal" });
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
