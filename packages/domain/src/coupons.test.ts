import { expect, test } from "vitest";
import { couponBadge, decideCoupon } from "./coupons.ts";

test.each([
  ["NewStud", "NewStud", "50% OFF"],
  ["  newstud\t", "NewStud", "50% OFF"],
  ["LAUNCH", "Launch", "50% OFF"],
  ["start2025", "START2025", "99% OFF"],
])("%j is the coupon %s with the badge %s", (text, code, badge) => {
  const decision = decideCoupon(text);
  expect(decision).toMatchObject({ kind: "applied", coupon: { code } });
  if (decision.kind === "applied") expect(couponBadge(decision.coupon)).toBe(badge);
});

test.each([undefined, null, "", "   "])("%j means no coupon", (text) => {
  expect(decideCoupon(text)).toEqual({ kind: "none" });
});

test.each(["NewStud2", "New Stud", "START2025 99", "toString"])(
  "refuses %j in the words of the specification",
  (text) => {
    expect(decideCoupon(text)).toEqual({
      kind: "refused",
      code: "COUPON_INVALID",
      message: "The coupon code you entered is not valid.",
    });
  },
);

test("looks among the coupons it is given", () => {
  expect(decideCoupon("Launch", [])).toMatchObject({ kind: "refused" });
});
