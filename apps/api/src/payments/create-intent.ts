import type { PaymentAttempt } from "@studbook/db/queries/payment-attempts";
import { DomainError } from "@studbook/domain/errors";
import type { IntentChoice, PaymentIntent } from "@studbook/domain/schemas/payment";
import {
  checkNetworkTries,
  checkTries,
  PAYMENT_OF_ADDRESS,
  PAYMENT_OF_USER,
} from "../auth/tries.ts";
import type { UserContext } from "../trpc.ts";
import { startBudget } from "./budget.ts";
import { openAttempt } from "./open-attempt.ts";
import { cancelIntent, prepareIntent, stillProcessing } from "./prepare-intent.ts";
import { visitorPayments } from "./visitor-payments.ts";

// Each round ends by what another call has done meanwhile; the budget ends them all.
const ROUNDS = 20;

/**
 * Prepares the payment of a year's membership for the signed-in user: one open attempt at most, whose
 * intent is found again by calls for the same tier and coupon and replaced by calls for others, or once the
 * time for which its coupon was reserved is over. The
 * provider is called between transactions, never inside one.
 *
 * @throws DomainError COUPON_INVALID, COUPON_USED, PURCHASE_REFUSED, PAYMENT_MISMATCH,
 *   PROVIDER_UNAVAILABLE, TOO_MANY_REQUESTS, BUSY, FORBIDDEN, NOT_SIGNED_IN
 */
export async function createIntent(ctx: UserContext, choice: IntentChoice): Promise<PaymentIntent> {
  await checkTries(ctx, PAYMENT_OF_USER, ctx.viewer.userId);
  await checkNetworkTries(ctx, PAYMENT_OF_ADDRESS, ctx.address);
  const payments = visitorPayments(ctx);
  const budget = startBudget();
  let canceled: PaymentAttempt | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const { attempt, price, coupon, isWanted } = await openAttempt(ctx, choice, canceled);
    if (!isWanted) {
      const cancellation = await cancelIntent(payments, budget, attempt);
      if (cancellation === "processing") throw stillProcessing();
      if (cancellation === "canceled") canceled = attempt;
      continue;
    }
    const intent = await prepareIntent(payments, budget, attempt, coupon?.code ?? null);
    if (!intent?.client_secret) continue;
    return {
      clientSecret: intent.client_secret,
      amount: attempt.amount,
      minimumApplied: price.minimumApplied,
      coupon: coupon
        ? { code: coupon.code, description: coupon.description, percentOff: coupon.percentOff }
        : null,
    };
  }
  throw new DomainError("BUSY", "Your payment is being prepared elsewhere. Please try again.");
}
