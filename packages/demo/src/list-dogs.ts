import { utcDay } from "@studbook/domain/age";
import type { Breed } from "@studbook/domain/breeds";
import type { Chance } from "./chance.ts";
import { factsOf } from "./data/breed-facts.ts";
import { CALL_NAMES, HOME_PLACES, REGISTERED_NAMES } from "./data/dog-names.ts";
import { describeDog } from "./describe-dog.ts";
import type { Owner } from "./owner.ts";
import { countVariants, type Take } from "./portraits/draw-portrait.ts";
import type { PortraitJob } from "./portraits/portrait-job.ts";
import { before, DAY_MS, MINUTE_MS, pickInstant } from "./time.ts";
import type { DemoAd } from "./types.ts";

const OLDEST_AD_DAYS = 300;
const YOUNGEST_DOG_DAYS = 380;
const OLDEST_DOG_DAYS = 11 * 365;

/** Creates one owner's ads, with creation dates during the membership. */
export function listDogs(owner: Owner, now: Date, chance: Chance): DemoAd[] {
  const callNames = chance.sample(CALL_NAMES, owner.adCount);
  const registeredNames = chance.sample(REGISTERED_NAMES, owner.adCount);
  return callNames.map((callName, i) => {
    const { kennel, town } = owner;
    const breed = owner.breeds[i === 0 || chance.happens(0.7) ? 0 : 1];
    const registeredName = registeredNames[i] ?? callName;
    const dogName = nameDog({ callName, registeredName, kennel }, chance);
    return {
      id: chance.uuid(),
      userId: owner.user.id,
      dogName,
      breed,
      state: owner.state,
      birthdate: utcDay(before(now, pickAge(chance) * DAY_MS)),
      studFee: pickFee(breed, chance),
      description: describeDog({ dogName, callName, breed, town }, chance),
      ownerName: owner.name,
      ownerEmail: owner.email,
      ownerPhone: owner.phone,
      photos: pickPhotos(breed, chance),
      createdAt: pickListingTime(owner, now, chance),
    };
  });
}

type Names = { callName: string; registeredName: string; kennel: string | null };

/** Returns the dog's call name or registered name, as its ad shows it. */
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

const GALLERIES: readonly (readonly Take[])[] = [
  [1],
  [3],
  [1, 2],
  [3, 2],
  [2, 1],
  [1, 2, 3],
  [1, 3, 2],
  [3, 1, 2],
];

function pickPhotos(breed: Breed, chance: Chance): PortraitJob[] {
  const variant = chance.integer(0, countVariants(breed) - 1);
  return chance.pick(GALLERIES).map((take) => ({ breed, take, variant }));
}

function pickListingTime({ user, payments }: Owner, now: Date, chance: Chance): Date {
  const joined = payments[0]?.createdAt ?? user.createdAt;
  const expires = user.membershipExpiresAt ?? now;
  const after = [joined, before(now, OLDEST_AD_DAYS * DAY_MS)];
  return pickInstant({ after, until: [expires, before(now, 30 * MINUTE_MS)] }, chance);
}
