import { readClock } from "@studbook/db/clock";
import { findRejectedAttempt } from "@studbook/db/queries/payment-attempts";
import { findCurrentPayment, listPeriods } from "@studbook/db/queries/payments";
import { findUserById } from "@studbook/db/queries/users";
import { DAY_MS } from "@studbook/domain/day";
import { planPeriod } from "@studbook/domain/periods";
import { PLANS, type Tier } from "@studbook/domain/plans";
import { decidePurchase } from "@studbook/domain/purchase";
import type { Checkout } from "@studbook/domain/schemas/payment";
import { notSignedIn } from "../auth/viewer.ts";
import type { UserContext } from "../trpc.ts";
import { paymentMismatch } from "./payment-errors.ts";

/** How long /checkout says that a membership is already paid, such as in another tab. */
const RECENT_MS = DAY_MS;

/**
 * Returns what buying a year of this tier would mean for the signed-in user, and their recent payment if that is why
 * they cannot buy it. /checkout shows this before and after the payment.
 *
 * @throws DomainError NOT_SIGNED_IN
 */
export async function getCheckout(ctx: UserContext, tier: Tier): Promise<Checkout> {
  const { userId } = ctx.viewer;
  const user = await findUserById(ctx.db, userId);
  if (!user) throw notSignedIn();
  const now = await readClock(ctx.db);
  const decision = decidePurchase(user, tier, now);
  const period = planPeriod(user, await listPeriods(ctx.db, userId), tier, now);
  const isRejected = (await findRejectedAttempt(ctx.db, userId)) !== undefined;
  const isCovered = !isRejected && decision.kind === "refused" && decision.reason === "too-early";
  const paid = isCovered ? await findCurrentPayment(ctx.db, userId, tier) : undefined;
  const isRecent = paid !== undefined && now.getTime() - paid.createdAt.getTime() < RECENT_MS;
  return {
    membershipTier: tier,
    price: PLANS[tier].priceCents,
    decision: isRejected
      ? refused("payment-mismatch", paymentMismatch(ctx.config.supportEmail).message)
      : decision.kind === "refused"
        ? refused(decision.reason, decision.message)
        : {
            kind: "allowed",
            reason: decision.reason,
            from: period.from.toISOString(),
            to: period.to.toISOString(),
            carriedOver: period.carriedOver,
          },
    paid:
      isRecent && paid.periodTo
        ? {
            amount: paid.amount,
            paidAt: paid.createdAt.toISOString(),
            expiresAt: paid.periodTo.toISOString(),
          }
        : null,
  };
}

function refused(reason: string, message: string) {
  return { kind: "refused", reason, message } as const;
}
