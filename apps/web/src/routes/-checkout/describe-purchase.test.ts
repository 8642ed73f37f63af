import { expect, test } from "vitest";
import { describePurchase } from "./describe-purchase.ts";

const allowed = (
  reason: "first" | "after-expiry" | "renewal" | "upgrade",
  days = 0,
  extraDays = 0,
) => ({
  kind: "allowed" as const,
  reason,
  from: "2026-12-01T12:00:00.000Z",
  to: "2027-12-01T12:00:00.000Z",
  carriedOver: { days, extraDays },
});

test("a renewal shows the old and the new expiry", () => {
  expect(describePurchase(allowed("renewal"), "basic")).toBe(
    "Your membership runs until Dec 1, 2026. This payment extends it to Dec 1, 2027.",
  );
});

test.each([
  [0, 0, ""],
  [1, 0, " Your 1 day of Basic is too short to add a day of Premium."],
  [2, 0, " Your 2 days of Basic are too short to add a day of Premium."],
  [3, 1, " Your 3 days of Basic are carried over as 1 day."],
  [200, 98, " Your 200 days of Basic are carried over as 98 days."],
])("an upgrade with %i days left shows that they become %i", (days, extraDays, sentence) => {
  const text = describePurchase(allowed("upgrade", days, extraDays), "premium");
  expect(text).toBe(`Premium starts today and runs until Dec 1, 2027.${sentence}`);
});

test("a purchase after expiry says that listings return, and a first purchase has no description", () => {
  expect(describePurchase(allowed("after-expiry"), "basic")).toContain(
    "return to search immediately",
  );
  expect(describePurchase(allowed("first"), "basic")).toBeUndefined();
});
