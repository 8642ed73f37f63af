import type { Db } from "@studbook/db/client";
import {
  countSignInAttempt,
  deleteSignInAttempts,
  releaseSignInAttempt,
  type SignInLimit,
} from "@studbook/db/queries/sign-in-attempts";
import { attemptKey, type LimitContext, tooManyAttempts } from "./attempt-limits.ts";
import { forgetBlockedNames } from "./blocked-names.ts";

const LIMIT: SignInLimit = {
  attempts: 10,
  windowSeconds: 900,
  firstBlockSeconds: 30,
  longestBlockSeconds: 900,
};

/**
 * Whose failures count together: an account, a name that no account has, a remembered device, or a session whose user is
 * asked for the password again.
 */
export type SignInSubject = { kind: "user" | "name" | "device" | "session"; id: string };

/** A password attempt, which counts as a failure unless one of these is called. */
export type SignInAttempt = {
  /** Resets the subject's failures after a correct password. */
  clearFailures(): Promise<void>;
  /** Removes the attempt from the count if the password was not checked. */
  release(): Promise<void>;
};

/**
 * Counts a password attempt before the password is checked. The counts are shared by all servers.
 *
 * @throws DomainError TOO_MANY_REQUESTS with the seconds to wait
 */
export async function startSignInAttempt(
  { db, config }: LimitContext,
  subject: SignInSubject,
): Promise<SignInAttempt> {
  if (!config.rateLimits) return UNCOUNTED;
  const key = keyOf(subject);
  const seconds = await countSignInAttempt(db, key, LIMIT);
  if (seconds > 0) throw tooManyAttempts(seconds);
  return {
    clearFailures: () => deleteSignInAttempts(db, key),
    release: () => releaseSignInAttempt(db, key),
  };
}

/** Resets the failures of an account that has a new password. Failures on its devices are counted separately. */
export async function clearSignInFailures(db: Db, userId: string): Promise<void> {
  await deleteSignInAttempts(db, keyOf({ kind: "user", id: userId }));
  forgetBlockedNames();
}

const UNCOUNTED: SignInAttempt = {
  clearFailures: async () => undefined,
  release: async () => undefined,
};

function keyOf({ kind, id }: SignInSubject): string {
  return attemptKey(kind, [id]);
}
