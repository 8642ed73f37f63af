import { utcDay } from "@studbook/domain/age";
import type { Breed } from "@studbook/domain/breeds";
import type { Chance } from "./chance.ts";
import { describeDog } from "./describe-dog.ts";
import { nameDog } from "./name-dog.ts";
import type { Owner } from "./owner.ts";
import { countVariants, type Take } from "./portraits/draw-portrait.ts";
import type { PortraitJob } from "./portraits/portrait-job.ts";
import { before, DAY_MS, MINUTE_MS, pickInstant } from "./time.ts";
import type { DemoAd } from "./types.ts";
import { factsOf } from "./words/breed-facts.ts";
import { CALL_NAMES, REGISTERED_NAMES } from "./words/dog-names.ts";

const OLDEST_AD_DAYS = 300;
const YOUNGEST_DOG_DAYS = 380;
const OLDEST_DOG_DAYS = 11 * 365;

/** The ads of one owner, each put up while the membership ran. */
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

/** In days; more young dogs than old ones. */
function pickAge(chance: Chance): number {
  const ages = [0, 1].map(() => chance.integer(YOUNGEST_DOG_DAYS, OLDEST_DOG_DAYS));
  return Math.min(...ages);
}

/** In whole dollars: steps of 50 below 1,000 and of 100 from there. */
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
