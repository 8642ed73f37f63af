import { utcDay } from "@studbook/domain/age";
import type { ClubTestsByBreed } from "./add-record.ts";
import { createChance } from "./chance.ts";
import { listDogs } from "./list-dogs.ts";
import { failPayment } from "./membership-history.ts";
import { makeAdmin, makeNamedOwners, makeUnpaidUsers } from "./named-accounts.ts";
import type { Owner } from "./owner.ts";
import { makeOwners } from "./owners.ts";
import { createRandom } from "./random.ts";
import { before, DAY_MS, MINUTE_MS } from "./time.ts";
import type { DemoAd, DemoData } from "./types.ts";

/** Indexes of the ads without photos among the public ads, oldest first. */
const WITHOUT_PHOTOS = [2, 9, 17];
/** Indexes among the public ads, newest first. Each of these has the same creation time as the next. */
const SIMULTANEOUS = [4, 5, 60, 150, 151, 152];
/** When paused ads return; null for no end. */
const PAUSE_DAYS = [24, null, 60, 9];

type DemoInput = { seed: number; now: Date; clubTests: ClubTestsByBreed };

/**
 * Generates the demo's accounts, ads and payments, without the sample ads: `admin`, `basic`, `premium` and
 * `expired`, and owners with public ads for every breed and every state, some of them expired or inactive. Most ads have
 * records, and a few are paused. The result depends only on the arguments.
 */
export function generateDemo({ seed, now, clubTests }: DemoInput): DemoData {
  const chance = createChance(createRandom(seed));
  const admin = makeAdmin(now, chance);
  const owners = [...makeNamedOwners(now, chance), ...makeOwners(now, chance)];
  const unpaid = makeUnpaidUsers(now, chance);
  const ads = owners.flatMap((owner) => listDogs(owner, { now, clubTests }, chance));
  const newestFirst = ads
    .filter((ad) => owners.some((owner) => owner.user.id === ad.userId && isListed(owner, now)))
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  alignTimes(newestFirst);
  pauseSome(newestFirst, owners, now);
  for (const i of WITHOUT_PHOTOS) newestFirst.at(-1 - i)?.photos.splice(0);
  const paidOnRetry = owners.slice(-1).flatMap(({ payments }) => payments.slice(0, 1));
  const declined = paidOnRetry.map(({ userId, membershipTier, createdAt }) =>
    failPayment({ userId, membershipTier, createdAt: before(createdAt, 2 * MINUTE_MS) }, chance),
  );
  return {
    users: [admin, ...owners.map((owner) => owner.user), ...unpaid.users],
    ads,
    payments: [...owners.flatMap((owner) => owner.payments), ...declined, ...unpaid.payments],
  };
}

function isListed({ user }: Owner, now: Date): boolean {
  return user.isActive && user.membershipExpiresAt !== null && now < user.membershipExpiresAt;
}

function alignTimes(newestFirst: readonly DemoAd[]): void {
  for (const i of SIMULTANEOUS) {
    const [ad, next] = newestFirst.slice(i, i + 2);
    if (!(ad && next)) continue;
    next.createdAt = ad.createdAt;
    if (next.updatedAt < next.createdAt) next.updatedAt = next.createdAt;
  }
}

/**
 * Pauses an ad of some owners who have others of the same breed, beginning with the account `premium`, so that every breed
 * and state stays public.
 */
function pauseSome(newestFirst: readonly DemoAd[], owners: readonly Owner[], now: Date): void {
  const candidates = owners.flatMap((owner) => {
    const ads = newestFirst.filter(
      ({ userId, breed }) => userId === owner.user.id && breed === owner.breeds[0],
    );
    return ads.length >= 3 ? ads.slice(-1) : [];
  });
  for (const [i, ad] of candidates.slice(0, PAUSE_DAYS.length).entries()) {
    const day = before(now, -(PAUSE_DAYS[i] ?? 0) * DAY_MS);
    ad.pausedUntil = PAUSE_DAYS[i] ? new Date(utcDay(day)) : "infinity";
  }
}
