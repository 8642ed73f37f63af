import type { MembershipFields } from "./membership.ts";
import { addOneYear, membershipState } from "./membership.ts";
import type { Tier } from "./plans.ts";

/** The membership [from, to) that a payment bought. */
export type Period = {
  readonly tier: Tier;
  readonly from: Date;
  readonly to: Date;
  /** When Basic ended early and for good because Premium was bought; null otherwise. */
  readonly givenUpAt: Date | null;
};

export type Membership = { readonly tier: Tier; readonly expiresAt: Date };

/**
 * The period that a paid year of `tier` gets when it is written down at `now`. Money that was taken is
 * never refused, so this answers also where `decidePurchase` would not have sold: then the year
 * follows the membership that is active.
 */
export function periodOfPurchase(
  user: MembershipFields,
  tier: Tier,
  now: Date,
): { readonly from: Date; readonly to: Date } {
  const membership = membershipState(user, now);
  const isUpgrade = tier === "premium" && membership.kind === "active" && membership.tier !== tier;
  const from = membership.kind === "active" && !isUpgrade ? membership.expiresAt : now;
  return { from, to: addOneYear(from) };
}

/**
 * The membership that follows from the periods that still count: the best tier with time left, until
 * its last period ends; with none left, the one that ended last; null without periods.
 */
export function membershipOfPeriods(periods: readonly Period[], now: Date): Membership | null {
  const ends = periods
    .map(({ tier, from, to, givenUpAt }) => ({ tier, from, expiresAt: earlier(to, givenUpAt) }))
    .filter(({ from, expiresAt }) => from < expiresAt)
    .map(({ tier, expiresAt }): Membership => ({ tier, expiresAt }))
    .sort((a, b) => b.expiresAt.getTime() - a.expiresAt.getTime());
  const left = ends.filter(({ expiresAt }) => now < expiresAt);
  return left.find(({ tier }) => tier === "premium") ?? left[0] ?? ends[0] ?? null;
}

function earlier(a: Date, b: Date | null): Date {
  return b !== null && b < a ? b : a;
}
