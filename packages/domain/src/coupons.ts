/** The public part of a coupon. */
export type Coupon = {
  /** The code as advertised, in its original case. */
  readonly code: string;
  readonly description: string;
  /** An integer from 1 to 100. */
  readonly percentOff: number;
};

/** A coupon is valid while it is `active`, from `startsAt` (inclusive) to `endsAt` (exclusive). */
export type StoredCoupon = Coupon & {
  readonly active: boolean;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
};

/** How long a checkout reserves a coupon before it is paid. */
export const COUPON_RESERVATION_MINUTES = 30;

/** How often a user may reserve the same coupon in 24 hours if it has a limit, so that others get it too. */
export const COUPON_RESERVATIONS_PER_DAY = 3;

/** A disabled coupon has that state whatever its dates are. */
export type CouponState = "active" | "disabled" | "scheduled" | "expired";

export type CouponDecision =
  | { readonly kind: "applied" }
  | { readonly kind: "refused"; readonly code: "COUPON_INVALID"; readonly message: string };

/** Returns the form in which codes are compared: trimmed and in lower case. '' means no coupon. */
export function couponKey(code: string | null | undefined): string {
  return (code ?? "").trim().toLowerCase();
}

/** Whether a reservation made at `reservedAt` has expired. It has at exactly `COUPON_RESERVATION_MINUTES`. */
export function isReservationExpired(reservedAt: Date, now: Date): boolean {
  return now.getTime() - reservedAt.getTime() >= COUPON_RESERVATION_MINUTES * 60_000;
}

/** Returns the text of a coupon's badge: '99% OFF'. */
export function couponBadge(coupon: Pick<Coupon, "percentOff">): string {
  return `${coupon.percentOff}% OFF`;
}

/** Returns the state of a coupon at `now`. Ignores the limit on its uses. */
export function decideCouponState(
  { active, startsAt, endsAt }: Pick<StoredCoupon, "active" | "startsAt" | "endsAt">,
  now: Date,
): CouponState {
  if (!active) return "disabled";
  if (endsAt !== null && endsAt <= now) return "expired";
  return startsAt === null || startsAt <= now ? "active" : "scheduled";
}

/**
 * Decides whether a coupon can be used at `now`. An unknown, disabled, scheduled or expired coupon is refused with
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
