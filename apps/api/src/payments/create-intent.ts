import type { PaymentAttempt } from "@studbook/db/queries/payment-attempts";
import { DomainError } from "@studbook/domain/errors";
import type { IntentChoice, PaymentIntent } from "@studbook/domain/schemas/payment";
import {
  checkAttemptLimit,
  checkNetworkLimit,
  PAYMENTS_PER_NETWORK,
  PAYMENTS_PER_USER,
} from "../auth/attempt-limits.ts";
import type { UserContext } from "../trpc.ts";
import { startDeadline } from "./deadline.ts";
import { openAttempt } from "./open-attempt.ts";
import { paymentProcessing } from "./payment-errors.ts";
import { cancelIntent, prepareIntent } from "./prepare-intent.ts";
import { visitorPayments } from "./visitor-payments.ts";

// A round is repeated when a concurrent call has changed the attempt; the deadline limits the total time.
const MAX_ROUNDS = 20;

/**
 * Prepares the payment of a year's membership for the signed-in user, who has at most one open attempt. A call for
 * the same tier and coupon returns the intent of that attempt. A call for another tier or coupon, or after the
 * coupon's reservation has expired, cancels the intent and creates a new attempt. Stripe is never called inside a
 * transaction.
 *
 * @throws DomainError COUPON_INVALID, COUPON_USED, PURCHASE_REFUSED, PAYMENT_MISMATCH,
 *   PROVIDER_UNAVAILABLE, TOO_MANY_REQUESTS, BUSY, FORBIDDEN, NOT_SIGNED_IN
 */
export async function createIntent(ctx: UserContext, choice: IntentChoice): Promise<PaymentIntent> {
  await checkAttemptLimit(ctx, PAYMENTS_PER_USER, ctx.viewer.userId);
  await checkNetworkLimit(ctx, PAYMENTS_PER_NETWORK, ctx.address);
  const payments = visitorPayments(ctx);
  const deadline = startDeadline();
  let canceled: PaymentAttempt | undefined;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { attempt, price, coupon, isCurrent } = await openAttempt(ctx, choice, canceled);
    if (!isCurrent) {
      const cancellation = await cancelIntent(payments, deadline, attempt);
      if (cancellation === "processing") throw paymentProcessing();
      if (cancellation === "canceled") canceled = attempt;
      continue;
    }
    const intent = await prepareIntent(payments, deadline, attempt, coupon?.code ?? null);
    if (!intent?.client_secret) continue;
    return {
      clientSecret: intent.client_secret,
      paymentIntentId: intent.id,
      amount: attempt.amount,
      minimumApplied: price.minimumApplied,
      coupon: coupon
        ? { code: coupon.code, description: coupon.description, percentOff: coupon.percentOff }
        : null,
    };
  }
  throw new DomainError(
    "BUSY",
    "Your payment is being prepared in another window. Please try again.",
  );
}
