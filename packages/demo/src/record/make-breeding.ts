import { ageInYears } from "@studbook/domain/age";
import {
  BREEDING_METHODS,
  type BreedingMethod,
  FEMALE_NEEDS,
  type FemaleNeed,
} from "@studbook/domain/record/choices";
import type { Breeding } from "@studbook/domain/schemas/record/breeding";
import type { Terms } from "@studbook/domain/schemas/record/terms";
import { toSlug } from "@studbook/domain/slug";
import type { Chance } from "../chance.ts";
import { EXTRA_COSTS, LITTER_MEANINGS, REPEAT_BREEDINGS } from "../data/terms.ts";
import { pickDayAtAge, pickLastDay } from "./days.ts";
import type { RecordedDog } from "./recorded-dog.ts";

/** How often a record has a method or requirement that its description does not mention. */
const METHOD_SHARES: Partial<Record<BreedingMethod, number>> = {
  chilled: 0.1,
  frozen: 0.15,
  transcervical: 0.12,
  surgical: 0.06,
};
const NEED_SHARES: Partial<Record<FemaleNeed, number>> = {
  registration: 0.6,
  "health-tests": 0.35,
  progesterone: 0.2,
  approval: 0.15,
};

export function makeBreeding(dog: RecordedDog, chance: Chance): Breeding {
  const { says, birthdate, today, isFrozenOnly } = dog;
  const age = ageInYears(birthdate, today);
  const isKnown = says.proven || says.litters !== undefined || isFrozenOnly;
  const proven = isKnown || chance.happens(age < 2 ? 0.2 : 0.65);
  const litters = chance.happens(0.75) ? chance.integer(1, Math.max(1, age * 2)) : undefined;
  return {
    proven,
    littersSired: says.litters ?? (proven ? litters : undefined),
    methods: pickMethods(dog, chance),
    ...(isFrozenOnly ? {} : pickExams(dog, chance)),
  };
}

function pickExams(dog: RecordedDog, chance: Chance): Breeding {
  const semenAnalysisDate = pickLastDay(dog, { usual: 365, months: 12 }, chance);
  const brucellosisTestDate = pickLastDay(dog, { usual: 30, months: 10 }, chance);
  return {
    semenAnalysisDate: chance.happens(0.5) ? semenAnalysisDate : undefined,
    brucellosisTestDate: chance.happens(0.7) ? brucellosisTestDate : undefined,
  };
}

function pickMethods({ says, isFrozenOnly }: RecordedDog, chance: Chance): BreedingMethod[] {
  const { methods: said = [], onlyMethods } = says;
  const stated = BREEDING_METHODS.filter((method) => {
    const isAdded = chance.happens(METHOD_SHARES[method] ?? 0) && !onlyMethods;
    return said.includes(method) || isAdded;
  });
  return isFrozenOnly ? ["frozen", chance.pick(["transcervical", "surgical"])] : stated;
}

/** Shipping has a price only if the methods in the record need it. */
export function makeTerms(
  { says, studFee, kennelName }: RecordedDog,
  methods: readonly BreedingMethod[],
  chance: Chance,
): Terms {
  const deposit = chance.pick([100, 150, 200, 250, 300, 500]);
  const isShipped = methods.some((method) => method === "chilled" || method === "frozen");
  const shipping = chance.pick(EXTRA_COSTS);
  const femaleNeeds = FEMALE_NEEDS.filter((need) => {
    const isAdded = chance.happens(NEED_SHARES[need] ?? 0);
    return says.needs?.includes(need) || isAdded;
  });
  const host = kennelName && toSlug(kennelName).replaceAll("-", "");
  return {
    deposit: chance.happens(0.6) && deposit < studFee ? deposit : undefined,
    pickOfLitter: says.pickOfLitter ?? (chance.happens(0.5) ? false : undefined),
    litterMeans: says.litterMeans ?? pickSome(LITTER_MEANINGS, chance),
    repeatBreeding: says.repeatBreeding ?? pickSome(REPEAT_BREEDINGS, chance),
    extraCosts: isShipped && chance.happens(0.75) ? shipping : undefined,
    contractUrl: host && chance.happens(0.5) ? `https://${host}.example/contract.pdf` : undefined,
    femaleNeeds: femaleNeeds.length > 0 ? femaleNeeds : undefined,
  };
}

function pickSome(texts: readonly string[], chance: Chance): string | undefined {
  return chance.happens(0.7) ? chance.pick(texts) : undefined;
}

/** Returns undefined for most dogs, which are available. */
export function makeAvailability(dog: RecordedDog, chance: Chance) {
  const since = dog.isFrozenOnly ? pickDayAtAge(dog, [80, 140], chance) : undefined;
  if (since) return { status: "frozen-only", since } as const;
  return chance.happens(0.3) ? ({ status: "available" } as const) : undefined;
}
