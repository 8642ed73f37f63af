import type { Db, Tx } from "@studbook/db/client";
import { readClock } from "@studbook/db/clock";
import { lockFreePhotos, sumUnusedPhotos } from "@studbook/db/queries/free-photos";
import { findTryCount, takeTries } from "@studbook/db/queries/tries";
import { DomainError } from "@studbook/domain/errors";
import { type MembershipFields, membershipState } from "@studbook/domain/membership";
import { triesKey } from "../auth/tries.ts";
import type { Context } from "../context.ts";
import { networksOf, SITE_FACTOR } from "../http/network.ts";

/** How many bytes accounts without a running membership may store. */
export type FreePhotoLimits = {
  /** Of one account, in photos that no ad shows. */
  accountBytes: number;
  /** Of all of them together, in photos that no ad shows. */
  totalBytes: number;
  /** From one network in 24 h, whatever becomes of the photos; ten times as many from a /48. */
  networkBytes: number;
};

/** An expired owner edits listings, with three photos of some 500 KB each. */
export const FREE_PHOTO_LIMITS: FreePhotoLimits = {
  accountBytes: 30_000_000,
  totalBytes: 2_000_000_000,
  networkBytes: 100_000_000,
};

const KIND = "free-photos";
const OF_NETWORK = "Too many photos were uploaded from your network";
const DAY_SECONDS = 86_400;
const KB = 1000;

type From = Pick<Context, "address" | "config">;

/** Whether the user is no admin and has no running membership. */
export async function isFreeAccount(
  db: Db,
  user: MembershipFields & { isAdmin: boolean },
): Promise<boolean> {
  return !user.isAdmin && membershipState(user, await readClock(db)).kind !== "active";
}

/**
 * Refuses early what `takeRoom` would refuse however small the photos turn out to be.
 *
 * @throws DomainError TOO_MANY_REQUESTS with the seconds to wait
 */
export async function ensureRoom(
  db: Db,
  userId: string,
  from: From,
  limits: FreePhotoLimits,
): Promise<void> {
  await checkStored(db, userId, 1, limits);
  for (const { key, tries } of networkLimits(from, limits)) {
    const count = await findTryCount(db, key);
    if (count && count.n >= tries) throw noRoom(OF_NETWORK, count.secondsLeft);
  }
}

/**
 * Counts photos that an account without a membership is about to store. It holds for parallel uploads: others
 * wait until the transaction ends.
 *
 * @throws DomainError TOO_MANY_REQUESTS with the seconds to wait
 */
export async function takeRoom(
  tx: Tx,
  { userId, bytes }: { userId: string; bytes: number },
  from: From,
  limits: FreePhotoLimits,
): Promise<void> {
  await lockFreePhotos(tx);
  await checkStored(tx, userId, bytes, limits);
  const kilobytes = Math.ceil(bytes / KB);
  for (const { key, tries } of networkLimits(from, limits)) {
    if (await takeTries(tx, key, kilobytes, { tries, seconds: DAY_SECONDS })) continue;
    const count = await findTryCount(tx, key);
    throw noRoom(OF_NETWORK, count?.secondsLeft ?? DAY_SECONDS);
  }
}

async function checkStored(
  db: Db,
  userId: string,
  adding: number,
  { accountBytes, totalBytes }: FreePhotoLimits,
): Promise<void> {
  const { own, free } = await sumUnusedPhotos(db, userId);
  if (own.bytes + adding > accountBytes)
    throw noRoom("You have too many photos that no ad shows", own.secondsLeft);
  if (free.bytes + adding > totalBytes)
    throw noRoom("Accounts without a membership have uploaded too many photos", free.secondsLeft);
}

function networkLimits({ address, config }: From, { networkBytes }: FreePhotoLimits) {
  if (!config.rateLimits) return [];
  const { own, site } = networksOf(address);
  const tries = Math.floor(networkBytes / KB);
  const limits = [{ key: triesKey(KIND, [own]), tries }];
  if (site) limits.push({ key: triesKey(KIND, [site]), tries: tries * SITE_FACTOR });
  return limits;
}

function noRoom(what: string, seconds: number): DomainError {
  const hours = Math.ceil(seconds / 3600);
  const wait = hours === 1 ? "an hour" : `${hours} hours`;
  const message = `${what}. Please try again in ${wait}.`;
  const details = { retryAfterSeconds: seconds };
  return new DomainError("TOO_MANY_REQUESTS", message, { details });
}
