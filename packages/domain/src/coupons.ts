/** A coupon as buyers see it. */
export type Coupon = {
  /** The code as it is advertised. */
  readonly code: string;
  readonly description: string;
  /** An integer from 1 to 100. */
  readonly percentOff: number;
};

/** A coupon with its switch and dates. It is valid from `startsAt` until just before `endsAt`. */
export type StoredCoupon = Coupon & {
  readonly active: boolean;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
};

/** How long a checkout reserves a coupon without paying. */
export const COUPON_RESERVATION_MINUTES = 30;

/** How often a user may reserve the same coupon in 24 hours if it has a limit, so that others get it too. */
export const COUPON_RESERVATIONS_A_DAY = 3;

/** The state of a coupon by its switch, which counts first, and its dates. */
export type CouponState = "active" | "switched off" | "scheduled" | "expired";

export type CouponDecision =
  | { readonly kind: "applied" }
  | { readonly kind: "refused"; readonly code: "COUPON_INVALID"; readonly message: string };

/** The form in which codes are compared: trimmed and in lower case. '' means no coupon. */
export function couponKey(code: string | null | undefined): string {
  return (code ?? "").trim().toLowerCase();
}

/** Whether a reservation made at `reservedAt` has expired. At the instant of its end it has. */
export function isReservationExpired(reservedAt: Date, now: Date): boolean {
  return now.getTime() - reservedAt.getTime() >= COUPON_RESERVATION_MINUTES * 60_000;
}

/** The text of a coupon's badge: '99% OFF'. */
export function couponBadge(coupon: Pick<Coupon, "percentOff">): string {
  return `${coupon.percentOff}% OFF`;
}

/** Returns the state of a coupon at `now`, without regard to its limit. */
export function decideCouponState(
  { active, startsAt, endsAt }: Pick<StoredCoupon, "active" | "startsAt" | "endsAt">,
  now: Date,
): CouponState {
  if (!active) return "switched off";
  if (endsAt !== null && endsAt <= now) return "expired";
  return startsAt === null || startsAt <= now ? "active" : "scheduled";
}

/**
 * Decides whether a coupon can be used at `now`. An unknown, switched-off, scheduled or expired coupon is refused with
 * the same message (specification, section 5).
 */
export function decideCoupon(coupon: StoredCoupon | undefined, now: Date): CouponDecision {
  if (coupon && decideCouponState(coupon, now) === "active") return { kind: "applied" };
  return {
    kind: "refused",
    code: "COUPON_INVALID",
    message: "The coupon code you entered is not valid.",
  };
}
