import { claimAttempts, releaseAttempt } from "@studbook/db/queries/attempt-counts";
import { usernameKey } from "@studbook/domain/schemas/account";
import { type TriesContext, triesKey } from "../auth/tries.ts";

const DAY_SECONDS = 24 * 60 * 60;

export type Limited = {
  kind: string;
  to: string;
  /** How many of the kind the address gets within 24 hours; without it, any number. */
  mostADay: number | undefined;
};

/**
 * Sends a mail, unless its address has had all of the kind that it gets within 24 hours. Only mails that leave
 * count. Each is counted before it is sent, so that servers that send at the same time keep to the limit.
 *
 * @param send returns whether the mail has left
 * @returns whether it was tried
 */
export async function sendWithinLimit(
  { db, config }: TriesContext,
  { kind, to, mostADay }: Limited,
  send: () => Promise<boolean>,
): Promise<boolean> {
  if (mostADay === undefined || !config.rateLimits) {
    await send();
    return true;
  }
  const key = triesKey(`${kind}-day`, [usernameKey(to)]);
  if (!(await claimAttempts(db, key, { attempts: mostADay, seconds: DAY_SECONDS }))) return false;
  let hasLeft = false;
  try {
    hasLeft = await send();
  } finally {
    if (!hasLeft) await releaseAttempt(db, key);
  }
  return true;
}
