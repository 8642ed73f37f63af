import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import type { Db } from "@studbook/db/client";
import { countTry, forgetTries, forgetTriesUnder } from "@studbook/db/queries/tries";
import { usernameKey } from "@studbook/domain/account";
import { DomainError } from "@studbook/domain/errors";
import type { Context } from "../context.ts";

/** How many tries of a kind one subject has in a stretch of time. */
type Limit = { kind: string; tries: number; seconds: number };

export const SIGN_IN_OF_ACCOUNT: Limit = { kind: "sign-in-account", tries: 10, seconds: 900 };
export const SIGN_IN_OF_ADDRESS: Limit = { kind: "sign-in-address", tries: 100, seconds: 900 };
export const SIGN_UP_OF_ADDRESS: Limit = { kind: "sign-up-address", tries: 60, seconds: 3600 };
export const PAYMENT_OF_USER: Limit = { kind: "payment-user", tries: 100, seconds: 900 };
export const RESET_OF_ACCOUNT: Limit = { kind: "reset-account", tries: 5, seconds: 3600 };
export const RESET_OF_ADDRESS: Limit = { kind: "reset-address", tries: 30, seconds: 3600 };
export const LINK_OF_ADDRESS: Limit = { kind: "link-address", tries: 100, seconds: 900 };
export const VERIFY_OF_USER: Limit = { kind: "verify-user", tries: 5, seconds: 3600 };
export const VERIFY_OF_EMAIL: Limit = { kind: "verify-email", tries: 5, seconds: 3600 };
export const PASSWORD_OF_USER: Limit = { kind: "password-user", tries: 10, seconds: 900 };
export const EXPORT_OF_USER: Limit = { kind: "export-user", tries: 10, seconds: 3600 };

type TriesContext = Pick<Context, "db" | "config">;

/**
 * Counts a try before it is made, on all servers together.
 *
 * @throws DomainError TOO_MANY_REQUESTS with the seconds to wait
 */
export async function checkTries(
  { db, config }: TriesContext,
  limit: Limit,
  ...subject: string[]
): Promise<void> {
  if (!config.rateLimits) return;
  const { n, secondsLeft } = await countTry(db, keyOf(limit, subject), limit.seconds);
  if (n <= limit.tries) return;
  const minutes = Math.ceil(secondsLeft / 60);
  const wait = minutes === 1 ? "a minute" : `${minutes} minutes`;
  throw new DomainError("TOO_MANY_REQUESTS", `Too many tries. Please try again in ${wait}.`, {
    details: { retryAfterSeconds: secondsLeft },
  });
}

/** Counts a try that is simply not made when there are none left. */
export async function hasTriesLeft(
  { db, config }: TriesContext,
  limit: Limit,
  ...subject: string[]
): Promise<boolean> {
  if (!config.rateLimits) return true;
  const { n } = await countTry(db, keyOf(limit, subject), limit.seconds);
  return n <= limit.tries;
}

/** Gives a subject all its tries back, after a success. */
export async function restoreTries(
  { db, config }: TriesContext,
  limit: Limit,
  ...subject: string[]
): Promise<void> {
  if (config.rateLimits) await forgetTries(db, keyOf(limit, subject));
}

/** Gives an account its tries to sign in back, from wherever they were made: it has a new password. */
export async function restoreSignIns(db: Db, username: string): Promise<void> {
  await forgetTriesUnder(db, keyOf(SIGN_IN_OF_ACCOUNT, [usernameKey(username)]));
}

/** The network a visitor speaks for: an IPv4 address, or the /64 that one IPv6 subscriber has. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const [head = "", tail] = address.toLowerCase().split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail?.split(":").filter(Boolean) ?? [];
  const zeros = Array(Math.max(0, 8 - left.length - right.length)).fill("0");
  return [...left, ...(tail === undefined ? [] : zeros), ...right].slice(0, 4).join(":");
}

// Hashed, because people type passwords where their name belongs.
function keyOf({ kind }: Limit, subject: string[]): string {
  const hashes = subject.map((part) => createHash("sha256").update(part).digest("base64url"));
  return [kind, ...hashes].join(":");
}
