import { RECORD_PARTS, type RecordPart } from "@studbook/domain/record/parts";
import type { StudRecord } from "@studbook/domain/schemas/record/record";
import type { Chance } from "../chance.ts";
import { makeAvailability, makeBreeding, makeTerms } from "./make-breeding.ts";
import { makeHealth } from "./make-health.ts";
import { makeIdentity, makeTitles } from "./make-identity.ts";
import { makePedigree } from "./make-pedigree.ts";
import type { RecordedDog } from "./recorded-dog.ts";

/** How often a record has each part. */
const SHARES: Record<RecordPart, number> = {
  identity: 0.95,
  titles: 0.9,
  place: 0.92,
  pedigree: 0.65,
  health: 0.9,
  breeding: 0.88,
  terms: 0.75,
  availability: 1,
};

/** The parts of a short record. */
const FIRST_PARTS = ["place", "identity", "breeding", "health"] as const satisfies RecordPart[];
const SHORT_SHARE = 0.2;

/** Makes a record that agrees with what else the ad says. Some have only one or two parts, and a few have none. */
export function makeRecord(dog: RecordedDog, chance: Chance): StudRecord {
  const breeding = makeBreeding(dog, chance);
  const record = {
    identity: makeIdentity(dog, chance),
    titles: makeTitles(dog, chance),
    place: dog.place,
    pedigree: makePedigree(dog, chance),
    health: makeHealth(dog, chance),
    breeding,
    terms: makeTerms(dog, breeding.methods ?? [], chance),
    availability: makeAvailability(dog, chance),
  };
  const stated = pickParts(dog, chance).flatMap((part) => {
    const fields = Object.entries(record[part] ?? {}).filter(([, value]) => value !== undefined);
    return fields.length > 0 ? [[part, Object.fromEntries(fields)]] : [];
  });
  return Object.fromEntries(stated);
}

function pickParts({ isFrozenOnly }: RecordedDog, chance: Chance): readonly RecordPart[] {
  const most = RECORD_PARTS.filter((part) => chance.happens(SHARES[part]));
  const few = chance.sample(FIRST_PARTS, chance.integer(1, 2));
  if (isFrozenOnly) return [...new Set([...most, "breeding" as const, "availability" as const])];
  return chance.happens(SHORT_SHARE) ? few : most;
}
