export type Coupon = {
  /** The code as it is advertised. */
  readonly code: string;
  /** An integer from 1 to 100. */
  readonly percentOff: number;
};

/** The coupons of specification, section 9. */
export const COUPONS: readonly Coupon[] = [
  { code: "NewStud", percentOff: 50 },
  { code: "Launch", percentOff: 50 },
  { code: "START2025", percentOff: 99 },
];

export type CouponDecision =
  | { readonly kind: "none" }
  | { readonly kind: "applied"; readonly coupon: Coupon }
  | { readonly kind: "refused"; readonly code: "COUPON_INVALID"; readonly message: string };

/** The form in which codes are compared: trimmed, whatever the case. */
export function couponKey(code: string): string {
  return code.trim().toLowerCase();
}

/** The text of a coupon's badge: '99% OFF'. */
export function couponBadge(coupon: Coupon): string {
  return `${coupon.percentOff}% OFF`;
}

/** Looks a code up among `coupons`. Absent, null and '' mean no coupon (specification, section 5). */
export function decideCoupon(
  code: string | null | undefined,
  coupons: readonly Coupon[] = COUPONS,
): CouponDecision {
  const key = couponKey(code ?? "");
  if (key === "") return { kind: "none" };
  const coupon = coupons.find((candidate) => couponKey(candidate.code) === key);
  if (coupon) return { kind: "applied", coupon };
  return {
    kind: "refused",
    code: "COUPON_INVALID",
    message: "The coupon code you entered is not valid.",
  };
}
