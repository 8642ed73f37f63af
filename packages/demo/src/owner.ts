import type { Breed } from "@studbook/domain/breeds";
import type { Tier } from "@studbook/domain/plans";
import type { StateCode } from "@studbook/domain/states";
import type { Chance } from "./chance.ts";
import { PLACES } from "./data/places.ts";
import { payMembership } from "./membership-history.ts";
import { before, DAY_MS, MINUTE_MS } from "./time.ts";
import type { DemoPayment, DemoUser } from "./types.ts";

/** An account and the data that its ads need. */
export type Owner = {
  user: DemoUser;
  payments: DemoPayment[];
  name: string;
  email: string;
  phone: string | null;
  state: StateCode;
  town: { zip: string; city: string };
  kennel: string | null;
  breeds: readonly [main: Breed, second: Breed];
  adCount: number;
};

export type OwnerPlan = Pick<Owner, "state" | "kennel" | "breeds" | "adCount"> & {
  firstName: string;
  lastName: string;
  username: string;
  tier: Tier;
  isActive?: boolean;
  /** When the first membership was purchased. */
  paidDaysAgo: number;
  renewals?: number;
};

/** Creates an account with a paid membership and an address. */
export function makeOwner(plan: OwnerPlan, now: Date, chance: Chance): Owner {
  const { firstName, lastName, username, state, tier } = plan;
  const id = chance.uuid();
  const paidAt = before(now, plan.paidDaysAgo * DAY_MS + chance.integer(0, DAY_MS - 1));
  const renewals = plan.renewals ?? 0;
  const membership = payMembership({ userId: id, tier, paidAt, renewals }, chance);
  const email = `${username.includes(".") ? username : `${firstName}.${lastName}`.toLowerCase()}@example.com`;
  const place = PLACES[state];
  const line = String(chance.integer(0, 99)).padStart(2, "0");
  const user: DemoUser = {
    id,
    username,
    firstName: chance.happens(0.94) ? firstName : null,
    lastName: chance.happens(0.94) ? lastName : null,
    email: chance.happens(0.92) ? email : null,
    isAdmin: false,
    isActive: plan.isActive ?? true,
    membershipTier: tier,
    membershipExpiresAt: membership.expiresAt,
    createdAt: before(paidAt, chance.integer(3 * MINUTE_MS, 40 * MINUTE_MS)),
  };
  return {
    user,
    payments: membership.payments,
    name: `${firstName} ${lastName}`,
    email,
    phone: chance.happens(0.72) ? `(${place.areaCode}) 555-01${line}` : null,
    state,
    town: toTown(chance.pick(place.towns)),
    kennel: plan.kennel,
    breeds: plan.breeds,
    adCount: plan.adCount,
  };
}

function toTown(text: string): Owner["town"] {
  return { zip: text.slice(0, 5), city: text.slice(6) };
}
