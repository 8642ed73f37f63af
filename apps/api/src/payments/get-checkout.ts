import { readClock } from "@studbook/db/clock";
import { findRejectedAttempt } from "@studbook/db/queries/payment-attempts";
import { findCurrentPayment } from "@studbook/db/queries/payments";
import { findUserById } from "@studbook/db/queries/users";
import { PLANS, type Tier } from "@studbook/domain/plans";
import { decidePurchase } from "@studbook/domain/purchase";
import type { Checkout } from "@studbook/domain/schemas/payment";
import { notSignedIn } from "../auth/viewer.ts";
import type { UserContext } from "../trpc.ts";
import { paymentMismatch } from "./payment-errors.ts";

/**
 * Returns what buying a year of this tier would mean for the signed-in user, and their current payment for it if
 * there is one. /checkout shows this before and after the payment.
 *
 * @throws DomainError NOT_SIGNED_IN
 */
export async function getCheckout(ctx: UserContext, tier: Tier): Promise<Checkout> {
  const { userId } = ctx.viewer;
  const user = await findUserById(ctx.db, userId);
  if (!user) throw notSignedIn();
  const paid = await findCurrentPayment(ctx.db, userId, tier);
  const decision = decidePurchase(user, tier, await readClock(ctx.db));
  const isRejected = (await findRejectedAttempt(ctx.db, userId)) !== undefined;
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
            from: decision.from.toISOString(),
            to: decision.to.toISOString(),
            daysGivenUp: decision.daysGivenUp,
          },
    paid: paid?.periodTo
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
