import { expect, test } from "vitest";
import type { AdminCoupon } from "../../features/admin/admin-queries.ts";
import { decideDisplayState, describeDates, describeUses } from "./describe-coupon.ts";

const NOW = new Date("2026-11-21T12:00:00.000Z");
const BEFORE = "2026-11-21T00:00:00.000Z";
const AFTER = "2026-11-22T00:00:00.000Z";

const coupon: AdminCoupon = {
  id: "6b1f0e4a-93d7-4c39-8a55-0e7c1f2d9b40",
  code: "SPRING",
  description: "A fifth off",
  percentOff: 20,
  active: true,
  startsAt: null,
  endsAt: null,
  maxRedemptions: null,
  uses: 0,
  createdAt: BEFORE,
};

test.each<[string, Partial<AdminCoupon>]>([
  ["active", { uses: 7 }],
  ["active", { startsAt: BEFORE, endsAt: AFTER, maxRedemptions: 3, uses: 2 }],
  ["used up", { maxRedemptions: 3, uses: 3 }],
  ["used up", { maxRedemptions: 3, uses: 3, startsAt: AFTER }],
  ["scheduled", { startsAt: AFTER }],
  ["expired", { endsAt: BEFORE, maxRedemptions: 3, uses: 3 }],
  ["disabled", { active: false, maxRedemptions: 3, uses: 3 }],
])("a coupon is %s with %j", (state, change) => {
  expect(decideDisplayState({ ...coupon, ...change }, NOW)).toBe(state);
});

test.each([
  [null, null, "At any time"],
  ["2027-03-01T00:00:00.000Z", null, "From Mar 1, 2027"],
  [null, "2027-06-01T00:00:00.000Z", "Until the end of May 31, 2027"],
  [
    "2027-03-01T00:00:00.000Z",
    "2027-03-02T00:00:00.000Z",
    "From Mar 1, 2027, until the end of Mar 1, 2027",
  ],
  [
    "2027-03-01T09:30:00.000Z",
    "2027-05-31T23:59:59.000Z",
    "From Mar 1, 2027, 09:30:00 UTC, until May 31, 2027, 23:59:59 UTC",
  ],
])("describes the dates %s and %s as '%s'", (startsAt, endsAt, text) => {
  expect(describeDates({ ...coupon, startsAt, endsAt })).toBe(text);
});

test("describes uses with the limit if there is one", () => {
  expect(describeUses({ ...coupon, uses: 1200 })).toBe("1,200");
  expect(describeUses({ ...coupon, uses: 3, maxRedemptions: 1000 })).toBe("3 of 1,000");
});
