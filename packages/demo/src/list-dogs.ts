import { utcDay } from "@studbook/domain/age";
import type { Breed } from "@studbook/domain/breeds";
import { addRecord, type ClubTestsByBreed } from "./add-record.ts";
import { type Chance, createChance } from "./chance.ts";
import { factsOf } from "./data/breed-facts.ts";
import { CALL_NAMES, HOME_PLACES, REGISTERED_NAMES } from "./data/dog-names.ts";
import { FROZEN_PARAGRAPHS } from "./data/shared-sentences.ts";
import { describeDog } from "./describe-dog.ts";
import type { Owner } from "./owner.ts";
import { pickPhotos } from "./pick-photos.ts";
import { createRandom } from "./random.ts";
import { before, DAY_MS, MINUTE_MS, pickInstant } from "./time.ts";
import type { DemoAd } from "./types.ts";

const OLDEST_AD_DAYS = 300;
const YOUNGEST_DOG_DAYS = 380;
const OLDEST_DOG_DAYS = 11 * 365;

const RECORD_SHARE = 0.72;
/** Some of the dogs above this age are retired, and only their frozen semen is available. */
const RETIREMENT_DAYS = 7.5 * 365;
const RETIRED_SHARE = 0.25;

type Circumstances = { now: Date; clubTests: ClubTestsByBreed };

/** Creates one owner's ads, with creation dates during the membership. */
export function listDogs(owner: Owner, { now, clubTests }: Circumstances, chance: Chance) {
  const callNames = chance.sample(CALL_NAMES, owner.adCount);
  const registeredNames = chance.sample(REGISTERED_NAMES, owner.adCount);
  return callNames.map((callName, i): DemoAd => {
    const breed = owner.breeds[i === 0 || chance.happens(0.7) ? 0 : 1];
    const names = { callName, registeredName: registeredNames[i] ?? callName };
    const dogName = nameDog({ ...names, kennel: owner.kennel }, chance);
    const id = chance.uuid();
    // Separate chances, so that records and the proportions of photos do not change the rest.
    const own = createChance(createRandom(Number.parseInt(id.slice(0, 8), 16)));
    const age = pickAge(chance);
    const birthdate = utcDay(before(now, age * DAY_MS));
    const studFee = pickFee(breed, chance);
    const hasRecord = own.happens(RECORD_SHARE);
    const isFrozenOnly = hasRecord && age > RETIREMENT_DAYS && own.happens(RETIRED_SHARE);
    const frozenParagraph = isFrozenOnly ? own.pick(FROZEN_PARAGRAPHS) : undefined;
    const description = describeDog(
      { dogName, callName, breed, town: owner.town.city, frozenParagraph },
      chance,
    );
    const photos = pickPhotos(breed, { shown: chance, proportions: own });
    const createdAt = pickListingTime(owner, now, chance);
    const ad: DemoAd = {
      id,
      userId: owner.user.id,
      dogName,
      breed,
      state: owner.state,
      birthdate,
      studFee,
      description: description.text,
      ownerName: owner.name,
      ownerEmail: owner.email,
      ownerPhone: owner.phone,
      photos,
      createdAt,
      updatedAt: createdAt,
      record: undefined,
      pausedUntil: null,
    };
    // Nobody updates ads after the membership.
    const until = new Date(Math.min(now.getTime(), owner.user.membershipExpiresAt?.getTime() ?? 0));
    const added = { ...names, ...description, owner, isFrozenOnly, now: until, clubTests };
    return hasRecord ? addRecord(ad, added, own) : ad;
  });
}

type Names = { callName: string; registeredName: string; kennel: string | null };

/** Returns the dog's call name, or its registered name with its title. */
function nameDog({ callName, registeredName, kennel }: Names, chance: Chance): string {
  if (kennel === null || chance.happens(0.35)) {
    return chance.happens(0.2) ? `${callName} of ${chance.pick(HOME_PLACES)}` : callName;
  }
  const title = chance.happens(0.35) ? chance.pick(["Ch. ", "Ch. ", "GCh. "]) : "";
  return `${title}${kennel}'s ${registeredName}`;
}

/** Returns an age in days. Young dogs are more common. */
function pickAge(chance: Chance): number {
  const ages = [0, 1].map(() => chance.integer(YOUNGEST_DOG_DAYS, OLDEST_DOG_DAYS));
  return Math.min(...ages);
}

/** Returns whole dollars, in steps of 50 below 1,000 and of 100 above. */
function pickFee(breed: Breed, chance: Chance): number {
  const [min, max] = factsOf(breed).fee;
  const fee = chance.integer(min, max);
  const step = fee < 1000 ? 50 : 100;
  return Math.round(fee / step) * step;
}

function pickListingTime({ user, payments }: Owner, now: Date, chance: Chance): Date {
  const joined = payments[0]?.createdAt ?? user.createdAt;
  const expires = user.membershipExpiresAt ?? now;
  const after = [joined, before(now, OLDEST_AD_DAYS * DAY_MS)];
  return pickInstant({ after, until: [expires, before(now, 30 * MINUTE_MS)] }, chance);
}
