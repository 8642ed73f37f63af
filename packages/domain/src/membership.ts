import type { Tier } from "./plans.ts";
import { isTier } from "./plans.ts";

/** The two membership fields of a user, from the database or from an answer (ISO date-time). */
export type MembershipFields = {
  readonly membershipTier: string | null;
  readonly membershipExpiresAt: Date | string | null;
};

export type MembershipState =
  | { readonly kind: "none" }
  | { readonly kind: "active" | "expired"; readonly tier: Tier; readonly expiresAt: Date };

/** Whether a membership is active at `now`. At the instant of its expiry it is expired. */
export function membershipState(user: MembershipFields, now: Date): MembershipState {
  if (!isTier(user.membershipTier) || user.membershipExpiresAt === null) return { kind: "none" };
  const expiresAt = new Date(user.membershipExpiresAt);
  const kind = now < expiresAt ? "active" : "expired";
  return { kind, tier: user.membershipTier, expiresAt };
}

/** The same UTC day and time one calendar year later; 29 February becomes 28 February. */
export function addOneYear(date: Date): Date {
  const later = new Date(date);
  later.setUTCFullYear(date.getUTCFullYear() + 1);
  // A common year has no 29 February, and the date has run over into March.
  if (later.getUTCMonth() !== date.getUTCMonth()) later.setUTCDate(0);
  return later;
}
