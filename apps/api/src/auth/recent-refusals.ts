import { usernameKey } from "@studbook/domain/account";
import { DomainError } from "@studbook/domain/errors";

type Refusal = { error: DomainError; endsAt: number };

/** How long a refusal is repeated, in ms. A block may end earlier than it said: its account has a new password. */
const REPEATED_MS = 1000;

/** How many names are remembered, those that were refused last. */
const MOST_NAMES = 10_000;

// In the order in which they were refused.
const refusals = new Map<string, Refusal>();

/** Notes that a sign-in under this name was refused by too many tries. Other errors are ignored. */
export function rememberRefusal(typed: string, error: unknown, now: Date): void {
  if (!(error instanceof DomainError) || error.code !== "TOO_MANY_REQUESTS") return;
  const key = usernameKey(typed);
  refusals.delete(key);
  refusals.set(key, { error, endsAt: now.getTime() + REPEATED_MS });
  const [oldest] = refusals.keys();
  if (refusals.size > MOST_NAMES && oldest !== undefined) refusals.delete(oldest);
}

/**
 * Refuses a sign-in as another one under this name was refused a moment ago. However many guess a password at once, the
 * database is asked once a second.
 *
 * @throws DomainError TOO_MANY_REQUESTS
 */
export function repeatRefusal(typed: string, now: Date): void {
  const refusal = refusals.get(usernameKey(typed));
  if (refusal && now.getTime() < refusal.endsAt) throw refusal.error;
}

/** Lets every name be tried again at once: a block was lifted. */
export function forgetRefusals(): void {
  refusals.clear();
}
