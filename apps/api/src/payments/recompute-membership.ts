import type { Tx } from "@studbook/db/client";
import { readClock } from "@studbook/db/clock";
import { listPeriods, updatePayment } from "@studbook/db/queries/payments";
import { setMembership } from "@studbook/db/queries/users";
import { endOf, membershipOfPeriods } from "@studbook/domain/periods";

/**
 * Sets a user's tier and expiry from the payments that count, and the ends of upgrades, which change when a Basic payment
 * that they carry over stops counting. The caller has locked the user.
 */
export async function recomputeMembership(tx: Tx, userId: string): Promise<void> {
  const periods = await listPeriods(tx, userId);
  await setMembership(tx, userId, membershipOfPeriods(periods, await readClock(tx)));
  for (const period of periods) {
    const periodTo = endOf(period, periods);
    const isChanged = period.tier === "premium" && periodTo.getTime() !== period.to.getTime();
    if (isChanged) await updatePayment(tx, period.id, { periodTo });
  }
}
