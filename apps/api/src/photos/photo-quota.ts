import type { Db, Tx } from "@studbook/db/client";
import { readClock } from "@studbook/db/clock";
import {
  type AttemptLimit,
  claimAttempts,
  findAttemptCount,
  releaseAttempts,
} from "@studbook/db/queries/attempt-counts";
import { lockPhotoQuota, sumUnusedPhotos } from "@studbook/db/queries/photo-quota";
import { DAY_SECONDS } from "@studbook/domain/day";
import { DomainError } from "@studbook/domain/errors";
import { type MembershipFields, membershipState } from "@studbook/domain/membership";
import { attemptKey } from "../auth/attempt-limits.ts";
import type { Context } from "../context.ts";
import { networksOf, SITE_FACTOR } from "../http/network.ts";

/** How many bytes accounts without an active membership may store. */
export type PhotoQuota = {
  /** Per account, in photos that no ad uses. */
  accountBytes: number;
  /** All of these accounts together, in photos that no ad uses. */
  totalBytes: number;
  /** Per network in 24 h, even if the photos are deleted; ten times as much per IPv6 /48. */
  networkBytes: number;
};

/** Enough for an expired member to edit listings, with three photos of about 500 KB each. */
export const PHOTO_QUOTA: PhotoQuota = {
  accountBytes: 30_000_000,
  totalBytes: 2_000_000_000,
  networkBytes: 100_000_000,
};

const KIND = "free-photos";
const NETWORK_EXCEEDED = "Too many photos were uploaded from your network";
const KB = 1000;

type Origin = Pick<Context, "address" | "config">;

/** Returns whether the user has no active membership and is not an admin. */
export async function isFreeAccount(
  db: Db,
  user: MembershipFields & { isAdmin: boolean },
): Promise<boolean> {
  return !user.isAdmin && membershipState(user, await readClock(db)).kind !== "active";
}

/**
 * Rejects an upload early if `claimPhotoQuota` would reject even the smallest photo.
 *
 * @throws DomainError TOO_MANY_REQUESTS with the seconds to wait
 */
export async function checkPhotoQuota(
  db: Db,
  userId: string,
  origin: Origin,
  quota: PhotoQuota,
): Promise<void> {
  await checkStored(db, userId, 1, quota);
  for (const { key, limit } of networkLimits(origin, quota)) {
    const count = await findAttemptCount(db, key);
    if (count && count.n >= limit.attempts)
      throw quotaExceeded(NETWORK_EXCEEDED, count.secondsLeft);
  }
}

/**
 * Counts photos that an account without a membership is about to store. Holds for concurrent uploads, which wait until
 * the transaction ends.
 *
 * @throws DomainError TOO_MANY_REQUESTS with the seconds to wait
 */
export async function claimPhotoQuota(
  tx: Tx,
  { userId, bytes }: { userId: string; bytes: number },
  origin: Origin,
  quota: PhotoQuota,
): Promise<void> {
  await lockPhotoQuota(tx);
  await checkStored(tx, userId, bytes, quota);
  const kilobytes = toKilobytes(bytes);
  for (const { key, limit } of networkLimits(origin, quota)) {
    if (await claimAttempts(tx, key, limit, kilobytes)) continue;
    const count = await findAttemptCount(tx, key);
    throw quotaExceeded(NETWORK_EXCEEDED, count?.secondsLeft ?? DAY_SECONDS);
  }
}

/** Gives back what `claimPhotoQuota` counted for the network of photos that were not stored. */
export async function releasePhotoQuota(tx: Tx, bytes: number, origin: Origin): Promise<void> {
  for (const key of networkKeys(origin)) await releaseAttempts(tx, key, toKilobytes(bytes));
}

async function checkStored(
  db: Db,
  userId: string,
  adding: number,
  { accountBytes, totalBytes }: PhotoQuota,
): Promise<void> {
  const { own, free } = await sumUnusedPhotos(db, userId);
  if (own.bytes + adding > accountBytes)
    throw quotaExceeded(
      "You have uploaded too many photos that are not used in an ad",
      own.secondsLeft,
    );
  if (free.bytes + adding > totalBytes)
    throw quotaExceeded(
      "The upload limit for all accounts without a membership has been reached",
      free.secondsLeft,
    );
}

/** The networks of an address and how many kilobytes each may upload per day. */
function networkLimits(
  origin: Origin,
  { networkBytes }: PhotoQuota,
): { key: string; limit: AttemptLimit }[] {
  const attempts = Math.floor(networkBytes / KB);
  return networkKeys(origin).map((key, n) => ({
    key,
    limit: { attempts: n === 0 ? attempts : attempts * SITE_FACTOR, seconds: DAY_SECONDS },
  }));
}

/** The keys of an address's network and, for IPv6, its site. */
function networkKeys({ address, config }: Origin): string[] {
  if (!config.rateLimits) return [];
  const { network, site } = networksOf(address);
  return [network, ...(site ? [site] : [])].map((range) => attemptKey(KIND, [range]));
}

function toKilobytes(bytes: number): number {
  return Math.ceil(bytes / KB);
}

function quotaExceeded(what: string, seconds: number): DomainError {
  const hours = Math.ceil(seconds / 3600);
  const wait = hours === 1 ? "an hour" : `${hours} hours`;
  const message = `${what}. Please try again in ${wait}.`;
  const details = { retryAfterSeconds: seconds };
  return new DomainError("TOO_MANY_REQUESTS", message, { details });
}
