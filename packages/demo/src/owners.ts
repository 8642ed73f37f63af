import { BREEDS } from "@studbook/domain/breeds";
import { STATE_CODES } from "@studbook/domain/states";
import type { Chance } from "./chance.ts";
import { BREEDS_BY_DEMAND } from "./data/breed-facts.ts";
import { KENNELS } from "./data/dog-names.ts";
import { FIRST_NAMES, LAST_NAMES } from "./data/people.ts";
import { PLACES } from "./data/places.ts";
import { makeOwner, type Owner, type OwnerPlan } from "./owner.ts";

const ACTIVE = 190;
const EXPIRED = 18;
const DEACTIVATED = 9;
const PREMIUM_SHARE = 3 / 8;
/** The number of active members without ads. They come last. */
const WITHOUT_ADS = 5;

const STATES_BY_OWNERS = STATE_CODES.flatMap((code) =>
  PLACES[code].busy ? [code, code, code] : [code],
);

type Profile = Pick<OwnerPlan, "adCount" | "paidDaysAgo" | "isActive" | "renewals" | "tier">;

/** Creates all owners except the named accounts. Active owners cover every breed and every state. */
export function makeOwners(now: Date, chance: Chance): Owner[] {
  const breeds = chance.shuffle(BREEDS);
  const states = chance.shuffle(STATE_CODES);
  const kennels = chance.shuffle(KENNELS);
  const names = namePeople(chance);
  return makeProfiles(chance).map((profile, i) => {
    const [firstName, lastName] = names.next().value;
    const kennel = profile.tier === "premium" ? (kennels.pop() ?? null) : null;
    const state = states[i] ?? chance.pick(STATES_BY_OWNERS);
    const breed = breeds[i] ?? chance.pickEarly(BREEDS_BY_DEMAND, 2);
    const username =
      kennel && chance.happens(0.5)
        ? `${kennel.toLowerCase()}kennels`
        : `${firstName}.${lastName}`.toLowerCase();
    const plan = { ...profile, firstName, lastName, username, kennel, state };
    return makeOwner(
      { ...plan, breeds: [breed, chance.pickEarly(BREEDS_BY_DEMAND, 2)] },
      now,
      chance,
    );
  });
}

function makeProfiles(chance: Chance): Profile[] {
  const active = Array.from({ length: ACTIVE }, (_, i): Profile => {
    const tier = i % 8 < 8 * PREMIUM_SHARE ? "premium" : "basic";
    const listed = tier === "premium" ? chance.integer(2, 5) : 1;
    const renewed = chance.happens(0.2);
    return {
      tier,
      adCount: i < ACTIVE - WITHOUT_ADS ? listed : 0,
      paidDaysAgo: renewed ? chance.integer(376, 680) : chance.integer(15, 350),
      renewals: renewed ? 1 : 0,
    };
  });
  const hidden = Array.from({ length: EXPIRED + DEACTIVATED }, (_, i): Profile => {
    const tier = chance.happens(PREMIUM_SHARE) ? "premium" : "basic";
    const adCount = tier === "premium" ? chance.integer(1, 3) : 1;
    return i < EXPIRED
      ? { tier, adCount, paidDaysAgo: chance.integer(370, 560) }
      : { tier, adCount, paidDaysAgo: chance.integer(60, 340), isActive: false };
  });
  return [...active, ...hidden];
}

/** Yields an endless sequence of unique first and last names. */
function* namePeople(chance: Chance): Generator<[string, string], never> {
  const used = new Set<string>();
  for (;;) {
    const lastNames = chance.shuffle(LAST_NAMES);
    for (const lastName of lastNames) {
      const firstName = chance.pick(FIRST_NAMES);
      const name = `${firstName} ${lastName}`;
      if (!used.has(name)) yield [firstName, lastName];
      used.add(name);
    }
  }
}
