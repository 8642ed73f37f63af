import { createHash } from "node:crypto";
import type { Db } from "@studbook/db/client";
import {
  type AttemptCount,
  type AttemptLimit,
  countAttempt,
  findAttemptCount,
  releaseAttempts,
} from "@studbook/db/queries/attempt-counts";
import { withCleanUpBudget } from "@studbook/db/wait-budget";
import { DAY_SECONDS } from "@studbook/domain/day";
import { DomainError } from "@studbook/domain/errors";
import type { Config } from "../config.ts";
import { networksOf, SITE_FACTOR } from "../http/network.ts";

/** How many attempts a subject may make per window of `seconds`. The counts are shared by all servers. */
type Limit = AttemptLimit & { kind: string };

/** Attempts on a remembered device do not count. */
export const SIGN_INS_PER_NETWORK: Limit = { kind: "sign-in-address", attempts: 100, seconds: 900 };
/** Successful sign-ins count too. */
export const SIGN_INS_PER_DEVICE: Limit = { kind: "sign-in-device", attempts: 100, seconds: 900 };
export const SIGN_UPS_PER_NETWORK: Limit = { kind: "sign-up-address", attempts: 60, seconds: 3600 };
export const NAMES_PER_NETWORK: Limit = { kind: "name-address", attempts: 20, seconds: 60 };
export const PAYMENTS_PER_USER: Limit = { kind: "payment-user", attempts: 60, seconds: 900 };
export const PAYMENTS_PER_NETWORK: Limit = { kind: "payment-address", attempts: 300, seconds: 900 };
/** Only confirmations that call Stripe count. A page makes up to four for one payment. */
export const CONFIRMATIONS_PER_USER: Limit = { kind: "confirm-user", attempts: 60, seconds: 900 };
export const CONFIRMATIONS_PER_NETWORK: Limit = {
  kind: "confirm-address",
  attempts: 300,
  seconds: 900,
};
/** Counted separately for each network, so that strangers cannot use up the owner's requests. */
export const RESETS_PER_ACCOUNT: Limit = { kind: "reset-account", attempts: 5, seconds: 3600 };
export const RESETS_PER_NETWORK: Limit = { kind: "reset-address", attempts: 30, seconds: 3600 };
export const UNKNOWN_LINKS_PER_NETWORK: Limit = {
  kind: "link-address",
  attempts: 100,
  seconds: 900,
};
export const VERIFICATIONS_PER_USER: Limit = { kind: "verify-user", attempts: 5, seconds: 3600 };
/** Counted separately for each network, so that strangers cannot use up the owner's requests. */
export const VERIFICATIONS_PER_EMAIL: Limit = { kind: "verify-email", attempts: 5, seconds: 3600 };
/** To all addresses together, because anyone can create more accounts and plus addresses. */
export const VERIFICATIONS_PER_NETWORK: Limit = {
  kind: "verify-address",
  attempts: 30,
  seconds: 3600,
};
/** Counted separately for each neighborhood. The first link of a day may exceed the daily limit of the address. */
export const FIRST_VERIFICATIONS_PER_EMAIL: Limit = {
  kind: "verify-first",
  attempts: 1,
  seconds: DAY_SECONDS,
};
export const EMAIL_CHANGES_PER_USER: Limit = { kind: "email-user", attempts: 20, seconds: 3600 };
export const PASSWORD_CHECKS_PER_NETWORK: Limit = {
  kind: "password-address",
  attempts: 100,
  seconds: 900,
};
/** Only successful changes count. Each costs two hashes and sends an email. */
export const PASSWORD_CHANGES_PER_USER: Limit = {
  kind: "password-change",
  attempts: 5,
  seconds: 3600,
};
export const EXPORTS_PER_USER: Limit = { kind: "export-user", attempts: 10, seconds: 3600 };

export type LimitContext = {
  db: Db;
  config: Pick<Config, "rateLimits">;
  /**
   * The keys of what this call has counted, which {@link releaseCountedAttempts} releases. None for counts in a
   * transaction, which are rolled back with it.
   */
  countedAttempts?: string[];
};

/**
 * Counts an attempt before it is made.
 *
 * @returns the number of attempts in the current window, including this one; 0 if rate limits are off
 * @throws DomainError TOO_MANY_REQUESTS with the seconds to wait
 */
export async function checkAttemptLimit(
  ctx: LimitContext,
  limit: Limit,
  ...subject: string[]
): Promise<number> {
  if (!ctx.config.rateLimits) return 0;
  const { n, secondsLeft } = await count(ctx, limit, subject);
  if (n > limit.attempts) throw tooManyAttempts(secondsLeft);
  return n;
}

async function count(
  { db, countedAttempts }: LimitContext,
  limit: Limit,
  subject: string[],
): Promise<AttemptCount> {
  const key = attemptKey(limit.kind, subject);
  const counted = await countAttempt(db, key, limit);
  countedAttempts?.push(key);
  return counted;
}

/** Releases what a call has counted that the database then refused: clients repeat refused calls. */
export async function releaseCountedAttempts(
  db: Db,
  countedAttempts: readonly string[],
): Promise<void> {
  await withCleanUpBudget(async () => {
    for (const key of countedAttempts) await releaseAttempts(db, key);
  });
}

/** The error for an attempt over the limit, which can be repeated after this many seconds. */
export function tooManyAttempts(retryAfterSeconds: number): DomainError {
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
 * Counts an attempt for the network of an IP address: an IPv4 address, or an IPv6 /64 and its /48, whose limit is ten
 * times higher.
 *
 * @returns the number of attempts in the current window, those of a /48 divided by ten; 0 if rate limits are off
 * @throws DomainError TOO_MANY_REQUESTS with the seconds to wait
 */
export async function checkNetworkLimit(
  ctx: LimitContext,
  limit: Limit,
  address: string,
): Promise<number> {
  const { network, site } = networksOf(address);
  const n = await checkAttemptLimit(ctx, limit, network);
  if (!site) return n;
  const siteLimit = { ...limit, attempts: limit.attempts * SITE_FACTOR };
  return Math.max(n, Math.ceil((await checkAttemptLimit(ctx, siteLimit, site)) / SITE_FACTOR));
}

/** Like `checkAttemptLimit`, but returns whether the attempt is within the limit instead of throwing. */
export async function countWithinLimit(
  ctx: LimitContext,
  limit: Limit,
  ...subject: string[]
): Promise<boolean> {
  if (!ctx.config.rateLimits) return true;
  const { n } = await count(ctx, limit, subject);
  return n <= limit.attempts;
}

/** Like `checkNetworkLimit`, but returns whether the attempt is within the limit instead of throwing. */
export async function countWithinNetworkLimit(
  ctx: LimitContext,
  limit: Limit,
  address: string,
): Promise<boolean> {
  const { network, site } = networksOf(address);
  if (!(await countWithinLimit(ctx, limit, network))) return false;
  if (!site) return true;
  return await countWithinLimit(ctx, { ...limit, attempts: limit.attempts * SITE_FACTOR }, site);
}

/**
 * Checks the limit without counting, for attempts that are counted only after they succeed.
 *
 * @throws DomainError TOO_MANY_REQUESTS with the seconds to wait
 */
export async function ensureAttemptsLeft(
  { db, config }: LimitContext,
  limit: Limit,
  ...subject: string[]
): Promise<void> {
  if (!config.rateLimits) return;
  const count = await findAttemptCount(db, attemptKey(limit.kind, subject));
  if (count && count.n >= limit.attempts) throw tooManyAttempts(count.secondsLeft);
}

/** Returns the key of a count. The subject is hashed because people type passwords into the username field. */
export function attemptKey(kind: string, subject: string[]): string {
  const hashes = subject.map((part) => createHash("sha256").update(part).digest("base64url"));
  return [kind, ...hashes].join(":");
}
