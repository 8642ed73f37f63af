import type { Db } from "@studbook/db/client";
import {
  countSignInAttempt,
  deleteSignInAttempts,
  releaseSignInAttempt,
  type SignInLimit,
} from "@studbook/db/queries/sign-in-attempts";
import { forgetRefusals } from "./recent-refusals.ts";
import { type TriesContext, tooManyTries, triesKey } from "./tries.ts";

const LIMIT: SignInLimit = {
  attempts: 10,
  windowSeconds: 900,
  firstBlockSeconds: 30,
  longestBlockSeconds: 900,
};

/**
 * Whose failures count together: those of an account, of a name that no account has, of a device of an account, or of a
 * session in which somebody is asked for the password once more.
 */
export type SignInSubject = { kind: "user" | "name" | "device" | "session"; id: string };

/** A try of a password, which counts as a failure until something else is known. */
export type SignInTry = {
  /** The password was right: forgets the failures of the subject. */
  clearFailures(): Promise<void>;
  /** The password was not checked: the try does not count. */
  takeBack(): Promise<void>;
};

/**
 * Counts a try of a password before it is made, on all servers together.
 *
 * @throws DomainError TOO_MANY_REQUESTS with the seconds to wait
 */
export async function beginSignInTry(
  { db, config }: TriesContext,
  subject: SignInSubject,
): Promise<SignInTry> {
  if (!config.rateLimits) return UNCOUNTED;
  const key = keyOf(subject);
  const seconds = await countSignInAttempt(db, key, LIMIT);
  if (seconds > 0) throw tooManyTries(seconds);
  return {
    clearFailures: () => deleteSignInAttempts(db, key),
    takeBack: () => releaseSignInAttempt(db, key),
  };
}

/** Forgets the failures of an account that has a new password. Its devices, and what they tried, end apart. */
export async function clearSignInFailures(db: Db, userId: string): Promise<void> {
  await deleteSignInAttempts(db, keyOf({ kind: "user", id: userId }));
  forgetRefusals();
}

const UNCOUNTED: SignInTry = {
  clearFailures: async () => undefined,
  takeBack: async () => undefined,
};

function keyOf({ kind, id }: SignInSubject): string {
  return triesKey(kind, [id]);
}
