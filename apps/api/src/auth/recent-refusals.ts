import { usernameKey } from "@studbook/domain/schemas/account";
import { BoundedMap } from "../bounded-map.ts";
import { describeError } from "../errors.ts";
import { tooManyTries, triesKey } from "./tries.ts";

type Refusal = { seconds: number; at: number };

/** How long a refusal is repeated, in ms. */
const REPEATED_MS = 1000;

/** How many names are remembered, those that were refused last. */
const MOST_NAMES = 10_000;

const refusals = new BoundedMap<string, Refusal>(MOST_NAMES);

/**
 * Notes that a sign-in under this name was refused by too many tries; other errors are ignored. Nor is a block noted that
 * may end within the second: requests with a device's cookie do not ask here, so they would have the first try after it.
 */
export function rememberRefusal(typed: string, error: unknown, now: Date): void {
  const { code, retryAfterSeconds: seconds = 0 } = describeError(error);
  if (code === "TOO_MANY_REQUESTS" && seconds > 1)
    refusals.set(keyOf(typed), { seconds, at: now.getTime() });
}

/**
 * Refuses a sign-in as another one under this name was refused less than a second ago, without asking the database.
 *
 * @throws DomainError TOO_MANY_REQUESTS
 */
export function repeatRefusal(typed: string, now: Date): void {
  const refusal = refusals.get(keyOf(typed));
  if (!refusal) return;
  const age = now.getTime() - refusal.at;
  // A clock may be set back.
  if (age >= 0 && age < REPEATED_MS) throw tooManyTries(refusal.seconds);
}

/** Has the database asked again about every name. */
export function forgetRefusals(): void {
  refusals.clear();
}

// Hashed: a name may be as long as a body, and people type passwords where their name belongs.
function keyOf(typed: string): string {
  return triesKey("refused-name", [usernameKey(typed)]);
}
