import { claimAttempts, releaseAttempts } from "@studbook/db/queries/attempt-counts";
import { DAY_SECONDS } from "@studbook/domain/day";
import { usernameKey } from "@studbook/domain/schemas/account";
import { attemptKey, type LimitContext } from "../auth/attempt-limits.ts";

export type Limited = {
  kind: string;
  to: string;
  /** How many emails of this kind the address may get within 24 hours; undefined for no limit. */
  maxPerDay: number | undefined;
};

/**
 * Sends an email unless its address has reached the limit of the last 24 hours. Each email is counted before it is
 * sent, so that concurrent servers keep to the limit, and uncounted if it was not delivered.
 *
 * @param send returns whether the email was delivered
 * @returns false if the limit was reached
 */
export async function sendWithinLimit(
  { db, config }: LimitContext,
  { kind, to, maxPerDay }: Limited,
  send: () => Promise<boolean>,
): Promise<boolean> {
  if (maxPerDay === undefined || !config.rateLimits) {
    await send();
    return true;
  }
  const key = attemptKey(`${kind}-day`, [usernameKey(to)]);
  if (!(await claimAttempts(db, key, { attempts: maxPerDay, seconds: DAY_SECONDS }))) return false;
  let isDelivered = false;
  try {
    isDelivered = await send();
  } finally {
    if (!isDelivered) await releaseAttempts(db, key);
  }
  return true;
}
