import { type CouponState, decideCouponState } from "@studbook/domain/coupons";
import { formatCount, formatDate } from "@studbook/domain/format";
import type { BadgeTone } from "@studbook/ui/badge";
import type { AdminCoupon } from "../../features/admin/admin-queries.ts";
import { formatInstant } from "../../features/admin/format-instant.ts";
import { isDayBreak, lastDayBefore } from "./coupon-days.ts";

type ShownState = CouponState | "used up";

export const STATE_BADGES: Record<ShownState, { word: string; tone: BadgeTone }> = {
  active: { word: "Active", tone: "success" },
  "switched off": { word: "Switched off", tone: "danger" },
  scheduled: { word: "Scheduled", tone: "muted" },
  expired: { word: "Expired", tone: "muted" },
  "used up": { word: "Used up", tone: "muted" },
};

/** The state of a coupon at `now`. */
export function shownState(coupon: AdminCoupon, now: Date): ShownState {
  const { active, startsAt, endsAt, maxRedemptions, uses } = coupon;
  const dates = { startsAt: toDate(startsAt), endsAt: toDate(endsAt) };
  const state = decideCouponState({ active, ...dates }, now);
  const isUsedUp = maxRedemptions !== null && uses >= maxRedemptions;
  return isUsedUp && (state === "active" || state === "scheduled") ? "used up" : state;
}

/** When a coupon can be used: 'From Mar 1, 2027, until the end of May 31, 2027'. Days are UTC's. */
export function datesText({ startsAt, endsAt }: AdminCoupon): string {
  const from = startsAt && `from ${beginText(startsAt)}`;
  const until = endsAt && `until ${endText(endsAt)}`;
  const text = [from, until].filter(Boolean).join(", ") || "at any time";
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function beginText(startsAt: string): string {
  return isDayBreak(startsAt) ? formatDate(startsAt) : formatInstant(startsAt);
}

export function endText(endsAt: string): string {
  return isDayBreak(endsAt)
    ? `the end of ${formatDate(lastDayBefore(endsAt))}`
    : formatInstant(endsAt);
}

/** How many users have used or reserved a coupon: '3 of 1,000', or '3' if there is no limit. */
export function usesText({ uses, maxRedemptions }: AdminCoupon): string {
  const used = formatCount(uses);
  return maxRedemptions === null ? used : `${used} of ${formatCount(maxRedemptions)}`;
}

function toDate(instant: string | null): Date | null {
  return instant === null ? null : new Date(instant);
}
