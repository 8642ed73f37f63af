import type { Db } from "@studbook/db/client";
import {
  countSignInAttempt,
  deleteSignInAttempts,
  releaseSignInAttempt,
  type SignInLimit,
} from "@studbook/db/queries/sign-in-attempts";
import { withCleanUpBudget } from "@studbook/db/wait-budget";
import { attemptKey, type LimitContext, tooManyAttempts } from "./attempt-limits.ts";
import { forgetBlockedNames } from "./blocked-names.ts";

const LIMIT: SignInLimit = {
  attempts: 10,
  windowSeconds: 900,
  firstBlockSeconds: 30,
  longestBlockSeconds: 900,
};

/**
 * What a failed attempt counts against: an account, a name that no account has, a remembered device, or a session whose
 * user must enter the password again.
 */
export type AttemptSubject = { kind: "user" | "name" | "device" | "session"; id: string };

/** A password attempt, which counts as a failure unless one of these is called. */
export type PasswordAttempt = {
  /** Resets the subject's failures after a correct password. */
  clearFailures(): Promise<void>;
  /** Runs a check of the password. If it throws, the attempt does not count, because the password was not refused. */
  run<T>(check: () => Promise<T>): Promise<T>;
};

/**
 * Counts a password attempt before the password is checked. The counts are shared by all servers.
 *
 * @throws DomainError TOO_MANY_REQUESTS with the seconds to wait
 */
export async function startPasswordAttempt(
  { db, config }: LimitContext,
  subject: AttemptSubject,
): Promise<PasswordAttempt> {
  if (!config.rateLimits) return UNCOUNTED;
  const key = keyOf(subject);
  const seconds = await countSignInAttempt(db, key, LIMIT);
  if (seconds > 0) throw tooManyAttempts(seconds);
  return {
    clearFailures: () => deleteSignInAttempts(db, key),
    async run(check) {
      try {
        return await check();
      } catch (error) {
        await withCleanUpBudget(() => releaseSignInAttempt(db, key));
        throw error;
      }
    },
  };
}

/** Resets the failures of an account that has a new password. Failures on its devices are counted separately. */
export async function clearSignInFailures(db: Db, userId: string): Promise<void> {
  await deleteSignInAttempts(db, keyOf({ kind: "user", id: userId }));
  forgetBlockedNames();
}

const UNCOUNTED: PasswordAttempt = {
  clearFailures: async () => undefined,
  run: (check) => check(),
};

function keyOf({ kind, id }: AttemptSubject): string {
  return attemptKey(kind, [id]);
}
