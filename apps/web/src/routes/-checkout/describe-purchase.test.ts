import { expect, test } from "vitest";
import { describePurchase } from "./describe-purchase.ts";

const allowed = (reason: "first" | "after-expiry" | "renewal" | "upgrade", daysGivenUp = 0) => ({
  kind: "allowed" as const,
  reason,
  from: "2026-12-01T12:00:00.000Z",
  to: "2027-12-01T12:00:00.000Z",
  daysGivenUp,
});

test("a renewal shows the old and the new expiry", () => {
  expect(describePurchase(allowed("renewal"), "basic")).toBe(
    "Your membership runs until Dec 1, 2026. This payment extends it to Dec 1, 2027.",
  );
});

test.each([
  [1, "You give up the 1 day that is left of your Basic membership."],
  [41, "You give up the 41 days that are left of your Basic membership."],
])("an upgrade shows that %i days are given up", (days, sentence) => {
  const text = describePurchase(allowed("upgrade", days), "premium");
  expect(text).toBe(`Premium starts today and runs until Dec 1, 2027. ${sentence}`);
});

test("a purchase after expiry says that listings return, and a first purchase has no description", () => {
  expect(describePurchase(allowed("after-expiry"), "basic")).toContain(
    "return to search immediately",
  );
  expect(describePurchase(allowed("first"), "basic")).toBeUndefined();
});
