import type { Chance } from "./chance.ts";
import { failPayment } from "./membership-history.ts";
import { makeOwner, type Owner, type OwnerPlan } from "./owner.ts";
import { before, DAY_MS, MINUTE_MS } from "./time.ts";
import type { DemoPayment, DemoUser } from "./types.ts";

const PLANS: readonly OwnerPlan[] = [
  {
    username: "basic",
    firstName: "Dana",
    lastName: "Whitlock",
    tier: "basic",
    state: "OR",
    kennel: null,
    breeds: ["Brittany", "Brittany"],
    adCount: 1,
    paidDaysAgo: 320,
  },
  {
    username: "premium",
    firstName: "Marcus",
    lastName: "Holt",
    tier: "premium",
    state: "TX",
    kennel: "Stonebridge",
    // The README's first API call lists Boxers in Texas, two per page.
    breeds: ["Boxer", "Boxer"],
    adCount: 4,
    paidDaysAgo: 120,
  },
  {
    username: "expired",
    firstName: "Lorna",
    lastName: "Pike",
    tier: "premium",
    state: "KY",
    kennel: "Tamarack",
    breeds: ["Beagle", "Basset Hound"],
    adCount: 2,
    paidDaysAgo: 400,
  },
];

/** Creates the members among the accounts that the demo prints when it starts. */
export function makeNamedOwners(now: Date, chance: Chance): Owner[] {
  return PLANS.map((plan) => {
    const owner = makeOwner(plan, now, chance);
    const { firstName, lastName } = plan;
    return { ...owner, user: { ...owner.user, firstName, lastName, email: owner.email } };
  });
}

export function makeAdmin(now: Date, chance: Chance): DemoUser {
  return {
    ...makeBareUser("admin", before(now, 700 * DAY_MS), chance),
    firstName: "Ruth",
    lastName: "Sanborn",
    email: "admin@example.com",
    isAdmin: true,
  };
}

/** Creates accounts that chose a plan but never paid. The first one's card was declined. */
export function makeUnpaidUsers(
  now: Date,
  chance: Chance,
): { users: DemoUser[]; payments: DemoPayment[] } {
  const users = ["kelsey.ward", "tomfarris", "j-okafor"].map((username, i) =>
    makeBareUser(username, before(now, (3 + i * 21) * DAY_MS), chance),
  );
  const payments = users.slice(0, 1).map(({ id, createdAt }) => {
    const declinedAt = new Date(createdAt.getTime() + 6 * MINUTE_MS);
    return failPayment({ userId: id, membershipTier: "basic", createdAt: declinedAt }, chance);
  });
  return { users, payments };
}

function makeBareUser(username: string, createdAt: Date, chance: Chance): DemoUser {
  return {
    id: chance.uuid(),
    username,
    firstName: null,
    lastName: null,
    email: null,
    isAdmin: false,
    isActive: true,
    membershipTier: null,
    membershipExpiresAt: null,
    createdAt,
  };
}
