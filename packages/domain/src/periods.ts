import type { MembershipFields } from "./membership.ts";
import { addOneYear, membershipState } from "./membership.ts";
import type { Tier } from "./plans.ts";

/** The time [from, to) of membership that a payment bought. */
export type Period = {
  readonly tier: Tier;
  readonly from: Date;
  readonly to: Date;
  /** When an upgrade to Premium ended this Basic period early and for good; null otherwise. */
  readonly givenUpAt: Date | null;
};

export type Membership = { readonly tier: Tier; readonly expiresAt: Date };

/**
 * Returns the period of a paid year of `tier` that is recorded at `now`. An upgrade starts now; any other year starts
 * when the active membership expires. A payment that was charged is always honored, so this returns a period even where
 * `decidePurchase` refuses the purchase.
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
 * Returns the membership that results from all periods that were not refunded: the best tier that has not expired, until
 * its last period ends. If all have expired, returns the one that ended last. Returns null if there are no periods.
 */
export function membershipOfPeriods(periods: readonly Period[], now: Date): Membership | null {
  const memberships = periods
    .map(({ tier, from, to, givenUpAt }) => ({ tier, from, expiresAt: earlier(to, givenUpAt) }))
    .filter(({ from, expiresAt }) => from < expiresAt)
    .map(({ tier, expiresAt }): Membership => ({ tier, expiresAt }))
    .sort((a, b) => b.expiresAt.getTime() - a.expiresAt.getTime());
  const active = memberships.filter(({ expiresAt }) => now < expiresAt);
  return active.find(({ tier }) => tier === "premium") ?? active[0] ?? memberships[0] ?? null;
}

function earlier(a: Date, b: Date | null): Date {
  return b !== null && b < a ? b : a;
}
