import { expect, test } from "vitest";
import {
  couponBadge,
  couponKey,
  decideCoupon,
  decideCouponState,
  isReservationExpired,
  type StoredCoupon,
} from "./coupons.ts";

const NOW = new Date("2026-11-21T12:00:00.000Z");
const coupon: StoredCoupon = {
  code: "START2025",
  description: "99% off",
  percentOff: 99,
  active: true,
  startsAt: null,
  endsAt: null,
};

test.each([
  ["NewStud", "newstud"],
  ["  newstud\t", "newstud"],
  ["START2025", "start2025"],
  ["", ""],
  ["   ", ""],
  [null, ""],
  [undefined, ""],
])("the key of %j is %j", (code, key) => {
  expect(couponKey(code)).toBe(key);
});

test("the badge shows the percentage", () => {
  expect(couponBadge(coupon)).toBe("99% OFF");
});

test.each([
  ["without dates", {}],
  ["that starts now", { startsAt: NOW }],
  ["that ends in a millisecond", { endsAt: new Date(NOW.getTime() + 1) }],
])("a coupon %s can be used", (_what, dates) => {
  expect(decideCoupon({ ...coupon, ...dates }, NOW)).toEqual({ kind: "applied" });
});

test.each([
  ["an unknown coupon", undefined],
  ["a disabled coupon", { ...coupon, active: false }],
  ["a coupon that starts in a millisecond", { ...coupon, startsAt: new Date(NOW.getTime() + 1) }],
  ["a coupon that ends now", { ...coupon, endsAt: NOW }],
])("refuses %s with the specified message", (_what, stored) => {
  expect(decideCoupon(stored, NOW)).toEqual({
    kind: "refused",
    code: "COUPON_INVALID",
    message: "The coupon code you entered is not valid.",
  });
});

const LATER = new Date(NOW.getTime() + 1);

test.each([
  ["active", {}],
  ["active", { startsAt: NOW, endsAt: LATER }],
  ["scheduled", { startsAt: LATER }],
  ["expired", { startsAt: new Date(0), endsAt: NOW }],
  ["disabled", { active: false }],
  ["disabled", { active: false, startsAt: LATER }],
  ["disabled", { active: false, endsAt: NOW }],
])("a coupon is %s with %j", (state, change) => {
  expect(decideCouponState({ ...coupon, ...change }, NOW)).toBe(state);
});

test.each([
  ["29:59.999", false],
  ["30:00.000", true],
])("a reservation made %s minutes ago has expired: %s", (age, isExpired) => {
  const reservedAt = new Date("2026-11-21T12:00:00.000Z");
  expect(isReservationExpired(reservedAt, new Date(`2026-11-21T12:${age}Z`))).toBe(isExpired);
});
