import { createHash } from "node:crypto";
import type { Db } from "@studbook/db/client";
import {
  type AttemptLimit,
  countAttempt,
  findAttemptCount,
} from "@studbook/db/queries/attempt-counts";
import { DomainError } from "@studbook/domain/errors";
import type { Config } from "../config.ts";
import { networksOf, SITE_FACTOR } from "../http/network.ts";

/** How many tries of a kind one subject has in a stretch of time. */
type Limit = AttemptLimit & { kind: string };

/** Of those that no device of the account makes. */
export const SIGN_IN_OF_ADDRESS: Limit = { kind: "sign-in-address", attempts: 100, seconds: 900 };
/** Of one device, successful ones among them. */
export const SIGN_IN_OF_DEVICE: Limit = { kind: "sign-in-device", attempts: 100, seconds: 900 };
export const SIGN_UP_OF_ADDRESS: Limit = { kind: "sign-up-address", attempts: 60, seconds: 3600 };
export const PAYMENT_OF_USER: Limit = { kind: "payment-user", attempts: 60, seconds: 900 };
export const PAYMENT_OF_ADDRESS: Limit = { kind: "payment-address", attempts: 300, seconds: 900 };
/** Confirmations that ask the card provider. A page makes four at most for one payment. */
export const CONFIRM_OF_USER: Limit = { kind: "confirm-user", attempts: 60, seconds: 900 };
export const CONFIRM_OF_ADDRESS: Limit = { kind: "confirm-address", attempts: 300, seconds: 900 };
/** Of one network: a stranger cannot use up the requests of an account's owner. */
export const RESET_OF_ACCOUNT: Limit = { kind: "reset-account", attempts: 5, seconds: 3600 };
export const RESET_OF_ADDRESS: Limit = { kind: "reset-address", attempts: 30, seconds: 3600 };
export const LINK_OF_ADDRESS: Limit = { kind: "link-address", attempts: 100, seconds: 900 };
export const VERIFY_OF_USER: Limit = { kind: "verify-user", attempts: 5, seconds: 3600 };
/** Of one network, so that a stranger cannot use up the requests of an address's owner. */
export const VERIFY_OF_EMAIL: Limit = { kind: "verify-email", attempts: 5, seconds: 3600 };
/** Of one network, to all addresses: new accounts and addresses with a plus cost nothing. */
export const VERIFY_OF_ADDRESS: Limit = { kind: "verify-address", attempts: 30, seconds: 3600 };
/** Of one neighborhood: its first link of a day to an address is sent when the address has had all others. */
export const FIRST_VERIFY_OF_EMAIL: Limit = { kind: "verify-first", attempts: 1, seconds: 86_400 };
export const EMAIL_OF_USER: Limit = { kind: "email-user", attempts: 20, seconds: 3600 };
export const PASSWORD_OF_ADDRESS: Limit = { kind: "password-address", attempts: 100, seconds: 900 };
/** Of changes that are made: each costs two hashes and sends a mail. */
export const PASSWORD_CHANGE_OF_USER: Limit = {
  kind: "password-change",
  attempts: 5,
  seconds: 3600,
};
export const EXPORT_OF_USER: Limit = { kind: "export-user", attempts: 10, seconds: 3600 };

export type TriesContext = { db: Db; config: Pick<Config, "rateLimits"> };

/**
 * Counts a try before it is made, on all servers together.
 *
 * @returns how many there are of this one's stretch of time; 0 without limits
 * @throws DomainError TOO_MANY_REQUESTS with the seconds to wait
 */
export async function checkTries(
  { db, config }: TriesContext,
  limit: Limit,
  ...subject: string[]
): Promise<number> {
  if (!config.rateLimits) return 0;
  const { n, secondsLeft } = await countAttempt(db, triesKey(limit.kind, subject), limit);
  if (n > limit.attempts) throw tooManyTries(secondsLeft);
  return n;
}

/** The refusal of another try within so many seconds. */
export function tooManyTries(retryAfterSeconds: number): DomainError {
  const wait = describeWait(retryAfterSeconds);
  return new DomainError("TOO_MANY_REQUESTS", `Too many attempts. Please try again in ${wait}.`, {
    details: { retryAfterSeconds },
  });
}

function describeWait(seconds: number): string {
  if (seconds <= 30) return "30 seconds";
  return seconds <= 60 ? "a minute" : `${Math.ceil(seconds / 60)} minutes`;
}

/**
 * Counts a try under the networks of an address: an IPv4 address, or an IPv6 /64 and its /48, which has
 * ten times the tries.
 *
 * @returns how many there are of this stretch of time, those of a /48 divided by ten
 * @throws DomainError TOO_MANY_REQUESTS with the seconds to wait
 */
export async function checkNetworkTries(
  ctx: TriesContext,
  limit: Limit,
  address: string,
): Promise<number> {
  const { own, site } = networksOf(address);
  const n = await checkTries(ctx, limit, own);
  if (!site) return n;
  const wide = { ...limit, attempts: limit.attempts * SITE_FACTOR };
  return Math.max(n, Math.ceil((await checkTries(ctx, wide, site)) / SITE_FACTOR));
}

/** Counts a try that is simply not made when there are none left. */
export async function hasTriesLeft(
  { db, config }: TriesContext,
  limit: Limit,
  ...subject: string[]
): Promise<boolean> {
  if (!config.rateLimits) return true;
  const { n } = await countAttempt(db, triesKey(limit.kind, subject), limit);
  return n <= limit.attempts;
}

/** Counts a try under the networks of an address, as `checkNetworkTries` does; it is simply not made when there are none left. */
export async function hasNetworkTriesLeft(
  ctx: TriesContext,
  limit: Limit,
  address: string,
): Promise<boolean> {
  const { own, site } = networksOf(address);
  if (!(await hasTriesLeft(ctx, limit, own))) return false;
  if (!site) return true;
  return await hasTriesLeft(ctx, { ...limit, attempts: limit.attempts * SITE_FACTOR }, site);
}

/**
 * Counts nothing: refuses early what `checkTries` would refuse once it is known whether it counts.
 *
 * @throws DomainError TOO_MANY_REQUESTS with the seconds to wait
 */
export async function ensureTriesLeft(
  { db, config }: TriesContext,
  limit: Limit,
  ...subject: string[]
): Promise<void> {
  if (!config.rateLimits) return;
  const count = await findAttemptCount(db, triesKey(limit.kind, subject));
  if (count && count.n >= limit.attempts) throw tooManyTries(count.secondsLeft);
}

/** What tries are counted under: hashed, because people type passwords where their name belongs. */
export function triesKey(kind: string, subject: string[]): string {
  const hashes = subject.map((part) => createHash("sha256").update(part).digest("base64url"));
  return [kind, ...hashes].join(":");
}
