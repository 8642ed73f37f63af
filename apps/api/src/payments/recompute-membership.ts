import type { Tx } from "@studbook/db/client";
import { readClock } from "@studbook/db/clock";
import { listPeriods } from "@studbook/db/queries/payments";
import { setMembership } from "@studbook/db/queries/users";
import { membershipOfPeriods } from "@studbook/domain/periods";

/** Sets a user's tier and expiry from the payments that count. The caller has locked the user. */
export async function recomputeMembership(tx: Tx, userId: string): Promise<void> {
  const periods = await listPeriods(tx, userId);
  await setMembership(tx, userId, membershipOfPeriods(periods, await readClock(tx)));
}
