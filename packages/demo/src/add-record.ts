import { utcDay } from "@studbook/domain/age";
import type { Breed } from "@studbook/domain/breeds";
import type { TestKind } from "@studbook/domain/record/health-tests";
import { listRecordDates } from "@studbook/domain/record/list-record-dates";
import type { Chance } from "./chance.ts";
import { looksOf } from "./data/breed-looks.ts";
import { KENNELS } from "./data/dog-names.ts";
import type { Says } from "./data/sentence.ts";
import type { Owner } from "./owner.ts";
import { makeRecord } from "./record/make-record.ts";
import { pickInstant } from "./time.ts";
import type { DemoAd } from "./types.ts";

/** The health tests that the parent club of a breed lists. */
export type ClubTestsByBreed = ReadonlyMap<Breed, readonly TestKind[]>;

/** What a record is made from besides its ad. */
type Sources = {
  owner: Owner;
  callName: string;
  /** Without the kennel's name. */
  registeredName: string;
  says: Says;
  pounds: number;
  isFrozenOnly: boolean;
  /** When the record is made, at the latest. */
  now: Date;
  clubTests: ClubTestsByBreed;
};

/**
 * Adds a record to an ad. If the record states the registered name or titles, the ad has only the call name. Its owner has
 * updated the ad since the latest date in the record.
 */
export function addRecord(ad: DemoAd, sources: Sources, chance: Chance): DemoAd {
  const { owner, callName, now } = sources;
  const title = /^G?Ch(?=\. )/.exec(ad.dogName)?.[0].toUpperCase();
  const otherTitle = chance.happens(0.15) ? chance.pick(["CH", "CH", "GCH"]) : undefined;
  const record = makeRecord(
    {
      ...sources,
      breed: ad.breed,
      birthdate: ad.birthdate,
      today: utcDay(now),
      studFee: ad.studFee,
      color: looksOf(ad.breed).colors[ad.photos[0]?.variant ?? 0] ?? looksOf(ad.breed).colors[0],
      registeredName: `${owner.kennel ?? chance.pick(KENNELS)}'s ${sources.registeredName}`,
      prefix: ad.breed === "Other" ? undefined : (title ?? otherTitle),
      kennelName: owner.kennel ? `${owner.kennel} Kennels` : undefined,
      place: owner.town,
      clubTests: sources.clubTests.get(ad.breed) ?? [],
    },
    chance,
  );
  if (Object.keys(record).length === 0) return ad;
  const isNamed = record.identity?.registeredName !== undefined || record.titles !== undefined;
  const isCallName = ad.dogName.startsWith(callName);
  const dates = listRecordDates(record).map(({ day }) => new Date(day));
  const after = [ad.createdAt, ...dates];
  return {
    ...ad,
    record,
    dogName: isNamed && !isCallName ? callName : ad.dogName,
    updatedAt: pickInstant({ after, until: [now] }, chance),
  };
}
