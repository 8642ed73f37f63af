import type { Tier } from "./plans.ts";
import { isTier } from "./plans.ts";

/** The membership fields of a user, as the database (Date) or the API (ISO date-time) returns them. */
export type MembershipFields = {
  readonly membershipTier: string | null;
  readonly membershipExpiresAt: Date | string | null;
};

export type MembershipState =
  | { readonly kind: "none" }
  | { readonly kind: "active" | "expired"; readonly tier: Tier; readonly expiresAt: Date };

/** Returns whether a membership is active at `now`. At exactly its expiry it is expired. */
export function membershipState(user: MembershipFields, now: Date): MembershipState {
  if (!isTier(user.membershipTier) || user.membershipExpiresAt === null) return { kind: "none" };
  const expiresAt = new Date(user.membershipExpiresAt);
  const kind = now < expiresAt ? "active" : "expired";
  return { kind, tier: user.membershipTier, expiresAt };
}

/** Returns the same UTC day and time one calendar year later. February 29 becomes February 28. */
export function addOneYear(date: Date): Date {
  const later = new Date(date);
  later.setUTCFullYear(date.getUTCFullYear() + 1);
  // Common years have no February 29, so the date overflowed into March.
  if (later.getUTCMonth() !== date.getUTCMonth()) later.setUTCDate(0);
  return later;
}
