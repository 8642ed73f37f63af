/** A coupon as its user sees it. */
export type Coupon = {
  /** The code as it is advertised. */
  readonly code: string;
  readonly description: string;
  /** An integer from 1 to 100. */
  readonly percentOff: number;
};

/** A coupon with what decides whether it can be used: switched on, and from `startsAt` until before `endsAt`. */
export type StoredCoupon = Coupon & {
  readonly active: boolean;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
};

/** How long a checkout keeps a coupon that it does not pay with. */
export const COUPON_RESERVATION_MINUTES = 30;

/** How often a user may reserve the same coupon within 24 hours, if it has a limit: others wait for it. */
export const COUPON_RESERVATIONS_A_DAY = 3;

/** Whether a coupon can be used by its switch, which counts first, and its dates. */
export type CouponState = "active" | "switched off" | "not yet" | "over";

export type CouponDecision =
  | { readonly kind: "applied" }
  | { readonly kind: "refused"; readonly code: "COUPON_INVALID"; readonly message: string };

/** The form in which codes are compared: trimmed, whatever the case. '' is no coupon. */
export function couponKey(code: string | null | undefined): string {
  return (code ?? "").trim().toLowerCase();
}

/** Whether a reservation made at `reservedAt` is over: it ends at an instant and no longer counts at it. */
export function isReservationOver(reservedAt: Date, now: Date): boolean {
  return now.getTime() - reservedAt.getTime() >= COUPON_RESERVATION_MINUTES * 60_000;
}

/** The text of a coupon's badge: '99% OFF'. */
export function couponBadge(coupon: Pick<Coupon, "percentOff">): string {
  return `${coupon.percentOff}% OFF`;
}

/** What a coupon's switch and dates say at `now`; its limit is not looked at. */
export function decideCouponState(
  { active, startsAt, endsAt }: Pick<StoredCoupon, "active" | "startsAt" | "endsAt">,
  now: Date,
): CouponState {
  if (!active) return "switched off";
  if (endsAt !== null && endsAt <= now) return "over";
  return startsAt === null || startsAt <= now ? "active" : "not yet";
}

/**
 * Whether the coupon found for a code can be used at `now`: an unknown one, one switched off and one
 * out of its dates are refused in the same words (specification, section 5).
 */
export function decideCoupon(coupon: StoredCoupon | undefined, now: Date): CouponDecision {
  if (coupon && decideCouponState(coupon, now) === "active") return { kind: "applied" };
  return {
    kind: "refused",
    code: "COUPON_INVALID",
    message: "The coupon code you entered is not valid.",
  };
}
