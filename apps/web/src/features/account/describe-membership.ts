import { DAY_MS } from "@studbook/domain/day";
import { formatDate, pluralize } from "@studbook/domain/format";
import { type MembershipFields, membershipState } from "@studbook/domain/membership";

type Member = MembershipFields & { isAdmin: boolean };

export type MembershipText = {
  badge: string;
  /** The text next to the badge. */
  note: string | undefined;
  tone: "saddle" | "danger" | "muted";
};

/** Describes a membership at `now` (specification, section 2, Account). */
export function describeMembership(user: Member, now: Date): MembershipText {
  if (user.isAdmin) return { badge: "Admin", note: undefined, tone: "saddle" };
  const state = membershipState(user, now);
  if (state.kind === "none") return { badge: "No membership", note: undefined, tone: "muted" };
  const date = formatDate(state.expiresAt);
  if (state.kind === "expired") {
    return { badge: `Expired ${date}`, note: undefined, tone: "danger" };
  }
  const badge = state.tier === "premium" ? "Premium Member" : "Basic Member";
  return { badge, note: `Expires ${date}`, tone: "saddle" };
}

/** Returns the whole 24-hour days until a membership expires. */
export function countDaysLeft(expiresAt: Date, now: Date): number {
  return Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / DAY_MS));
}

/** Returns '102 days left', or 'Less than a day left' on the last day. */
export function formatDaysLeft(expiresAt: Date, now: Date): string {
  const days = countDaysLeft(expiresAt, now);
  return days === 0 ? "Less than a day left" : `${pluralize(days, "day", "days")} left`;
}
