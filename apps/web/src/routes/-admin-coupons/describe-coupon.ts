import { type CouponState, decideCouponState } from "@studbook/domain/coupons";
import { formatCount, formatDate } from "@studbook/domain/format";
import type { BadgeTone } from "@studbook/ui/badge";
import type { AdminCoupon } from "../../features/admin/admin-queries.ts";
import { formatInstant } from "../../features/admin/format-instant.ts";
import { isStartOfDay, lastDayBefore } from "./coupon-days.ts";

type DisplayState = CouponState | "used up";

export const STATE_BADGES: Record<DisplayState, { label: string; tone: BadgeTone }> = {
  active: { label: "Active", tone: "success" },
  disabled: { label: "Disabled", tone: "danger" },
  scheduled: { label: "Scheduled", tone: "muted" },
  expired: { label: "Expired", tone: "muted" },
  "used up": { label: "Used up", tone: "muted" },
};

/** Returns the state to display at `now`: 'used up' if an active or scheduled coupon has no uses left. */
export function decideDisplayState(coupon: AdminCoupon, now: Date): DisplayState {
  const { active, startsAt, endsAt, maxRedemptions, uses } = coupon;
  const dates = { startsAt: toDate(startsAt), endsAt: toDate(endsAt) };
  const state = decideCouponState({ active, ...dates }, now);
  const isUsedUp = maxRedemptions !== null && uses >= maxRedemptions;
  return isUsedUp && (state === "active" || state === "scheduled") ? "used up" : state;
}

/** Describes when a coupon is valid: 'From Mar 1, 2027, until the end of May 31, 2027'. Days are UTC. */
export function describeDates({ startsAt, endsAt }: AdminCoupon): string {
  const from = startsAt && `from ${describeStart(startsAt)}`;
  const until = endsAt && `until ${describeEnd(endsAt)}`;
  const text = [from, until].filter(Boolean).join(", ") || "at any time";
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function describeStart(startsAt: string): string {
  return isStartOfDay(startsAt) ? formatDate(startsAt) : formatInstant(startsAt);
}

function describeEnd(endsAt: string): string {
  return isStartOfDay(endsAt)
    ? `the end of ${formatDate(lastDayBefore(endsAt))}`
    : formatInstant(endsAt);
}

/** Describes how many users have used or reserved a coupon: '3 of 1,000', or '3' if there is no limit. */
export function describeUses({ uses, maxRedemptions }: AdminCoupon): string {
  const used = formatCount(uses);
  return maxRedemptions === null ? used : `${used} of ${formatCount(maxRedemptions)}`;
}

function toDate(instant: string | null): Date | null {
  return instant === null ? null : new Date(instant);
}
