import { usernameKey } from "@studbook/domain/account";
import { DomainError } from "@studbook/domain/errors";
import { NewestMap } from "../newest-map.ts";

type Refusal = { error: DomainError; endsAt: number };

/** How long a refusal is repeated, in ms. A block may end earlier than it said: its account has a new password. */
const REPEATED_MS = 1000;

/** How many names are remembered, those that were refused last. */
const MOST_NAMES = 10_000;

const refusals = new NewestMap<string, Refusal>(MOST_NAMES);

/** Notes that a sign-in under this name was refused by too many tries. Other errors are ignored. */
export function rememberRefusal(typed: string, error: unknown, now: Date): void {
  if (!(error instanceof DomainError) || error.code !== "TOO_MANY_REQUESTS") return;
  refusals.set(usernameKey(typed), { error, endsAt: now.getTime() + REPEATED_MS });
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

/** Has the database asked again about every name: a block was lifted. */
export function forgetRefusals(): void {
  refusals.clear();
}
