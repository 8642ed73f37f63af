import { DAY_MS } from "./day.ts";
import type { MembershipFields } from "./membership.ts";
import { addOneYear, membershipState } from "./membership.ts";
import { PLANS, type Tier } from "./plans.ts";

export type Membership = { readonly tier: Tier; readonly expiresAt: Date };

/** The time [from, to) of membership that a payment bought, or that an operator granted without a payment. */
export type Period = {
  readonly id: string;
  readonly tier: Tier;
  readonly from: Date;
  readonly to: Date;
  /** The list price of a year in cents; null for payments from before upgrades carried time over. */
  readonly listPriceCents: number | null;
  /** False if the payment is disputed or refunded in full. */
  readonly counts: boolean;
  /** The IDs of the Basic periods that this Premium period ended early. */
  readonly replaces: readonly string[];
};

/** The Basic time that ends early: whole 24-hour days, and the days of Premium they become. */
export type CarriedOver = { readonly days: number; readonly extraDays: number };

export type PlannedPeriod = {
  readonly from: Date;
  readonly to: Date;
  readonly replaces: readonly string[];
  readonly carriedOver: CarriedOver;
  /** The active membership if it was granted without a payment. */
  readonly granted: Membership | null;
};

/**
 * Returns the period of a year of `tier` that is paid at `now`. An upgrade starts now; any other year starts when the
 * active membership expires. Premium ends later by the days that are carried over from Basic. A payment that was
 * charged is always honored, so this returns a period even where `decidePurchase` refuses the purchase.
 */
export function planPeriod(
  user: MembershipFields,
  periods: readonly Period[],
  tier: Tier,
  now: Date,
): PlannedPeriod {
  const state = membershipState(user, now);
  const held = state.kind === "active" ? state : undefined;
  const from = held && !(tier === "premium" && held.tier === "basic") ? held.expiresAt : now;
  const owned = membershipOfPeriods(periods, now);
  const isGranted = held && (owned === null || owned.expiresAt < held.expiresAt);
  const granted = isGranted ? { tier: held.tier, expiresAt: held.expiresAt } : null;
  const all = granted ? [...periods, grantedPeriod("granted", granted)] : periods;
  const replaces = tier === "premium" ? listReplaceable(all, from) : [];
  const listPriceCents = PLANS[tier].priceCents;
  const year = { id: "planned", tier, from, to: addOneYear(from), listPriceCents, replaces };
  const period = { ...year, counts: true };
  return {
    from,
    to: endOf(period, all),
    replaces: replaces.filter((id) => id !== "granted"),
    carriedOver: carryOver(period, all),
    granted,
  };
}

/** Returns the period of a membership that was granted without a payment. It is worth the specified price of its plan. */
export function grantedPeriod(id: string, { tier, expiresAt }: Membership): Period {
  const listPriceCents = PLANS[tier].priceCents;
  return { id, tier, from: new Date(0), to: expiresAt, listPriceCents, counts: true, replaces: [] };
}

/**
 * Returns the membership that results from all periods of a user: Premium if a Premium period is running, else Basic,
 * until the last period ends that follows without a gap. A period that has not begun does not count. If none is running,
 * returns the membership that ended last, or null.
 */
export function membershipOfPeriods(periods: readonly Period[], now: Date): Membership | null {
  const counting = periods
    .filter(({ counts }) => counts)
    .map((period) => ({ tier: period.tier, from: period.from, to: endOf(period, periods) }))
    .filter(({ from, to }) => from < to)
    .sort((a, b) => a.from.getTime() - b.from.getTime());
  for (const tier of ["premium", "basic"] as const) {
    let expiresAt = now;
    for (const period of counting) {
      const continues = period.tier === tier && period.from <= expiresAt;
      if (continues && period.to > expiresAt) expiresAt = period.to;
    }
    if (expiresAt > now) return { tier, expiresAt };
  }
  const past = counting
    .filter(({ to }) => to <= now)
    .sort((a, b) => a.to.getTime() - b.to.getTime());
  const last = past.at(-1);
  return last ? { tier: last.tier, expiresAt: last.to } : null;
}

/**
 * Returns when a period ends: Premium later by the days that are carried over from Basic periods that still count,
 * replaced Basic when Premium begins.
 */
export function endOf(period: Period, periods: readonly Period[]): Date {
  if (period.tier === "basic") {
    const ends = [period.to, ...findUpgrades(period, periods).map(({ from }) => from)];
    return new Date(Math.min(...ends.map((end) => end.getTime())));
  }
  const { extraDays } = carryOver(period, periods);
  // The stored end may contain days of Basic payments that no longer count.
  const end = period.replaces.length > 0 ? addOneYear(period.from) : period.to;
  return new Date(end.getTime() + extraDays * DAY_MS);
}

function carryOver(premium: Period, periods: readonly Period[]): CarriedOver {
  const replaced = periods
    .filter(({ id, counts }) => counts && premium.replaces.includes(id))
    .sort((a, b) => a.from.getTime() - b.from.getTime());
  const wholeDays = (until: Date) =>
    Math.floor((until.getTime() - premium.from.getTime()) / DAY_MS);
  let days = 0;
  let cents = 0;
  let reached = 0;
  for (const { from, to, listPriceCents } of replaced) {
    const left = Math.max(0, wholeDays(to) - Math.max(reached, wholeDays(from)));
    days += left;
    cents += left * (listPriceCents ?? PLANS.basic.priceCents);
    reached = Math.max(reached, wholeDays(to));
  }
  const extraDays = premium.listPriceCents ? Math.floor(cents / premium.listPriceCents) : 0;
  return { days, extraDays };
}

/** Returns the Basic periods that last beyond `from`, unless another upgrade already replaces them. */
function listReplaceable(periods: readonly Period[], from: Date): string[] {
  return periods
    .filter(({ tier, to }) => tier === "basic" && to > from)
    .filter((period) => findUpgrades(period, periods).length === 0)
    .map(({ id }) => id);
}

/** Returns the Premium periods that count and replace a Basic period. */
function findUpgrades({ id }: Period, periods: readonly Period[]): readonly Period[] {
  return periods.filter(({ counts, replaces }) => counts && replaces.includes(id));
}
