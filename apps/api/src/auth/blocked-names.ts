import { usernameKey } from "@studbook/domain/schemas/account";
import { BoundedMap } from "../bounded-map.ts";
import { describeError } from "../errors.ts";
import { attemptKey, tooManyAttempts } from "./attempt-limits.ts";

type Block = { seconds: number; at: number; accountId: string | undefined };

/** How long a refusal is repeated without asking the database, in milliseconds. */
const REPEAT_MS = 1000;

/** The most recently blocked names are remembered. */
const MAX_NAMES = 10_000;

const blocks = new BoundedMap<string, Block>(MAX_NAMES);

/**
 * Remembers that a sign-in with this name was refused because of too many attempts. Ignores other errors, and blocks that
 * may end within a second: devices are not checked here, so one of them would get the first attempt after the block.
 */
export function rememberBlockedName(
  typed: string,
  error: unknown,
  accountId: string | undefined,
): void {
  const { code, retryAfterSeconds: seconds = 0 } = describeError(error);
  if (code === "TOO_MANY_REQUESTS" && seconds > 1)
    blocks.set(keyOf(typed), { seconds, at: performance.now(), accountId });
}

/**
 * Refuses a sign-in without asking the database if one with the same name was refused less than a second ago.
 *
 * @throws DomainError TOO_MANY_REQUESTS
 */
export function checkBlockedName(typed: string): void {
  const block = blocks.get(keyOf(typed));
  if (!block) return;
  if (performance.now() - block.at < REPEAT_MS) throw tooManyAttempts(block.seconds);
}

/** Returns the name, as names are compared, and its account if a sign-in with it was refused recently. */
export function findBlockedName(
  typed: string,
): { name: string; accountId: string | undefined } | undefined {
  const block = blocks.get(keyOf(typed));
  return block && { name: usernameKey(typed), accountId: block.accountId };
}

export function forgetBlockedNames(): void {
  blocks.clear();
}

// Hashed because a name can be as long as a body, and because people type passwords into the wrong field.
function keyOf(typed: string): string {
  return attemptKey("refused-name", [usernameKey(typed)]);
}
