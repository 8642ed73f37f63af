import { setTimeout as wait } from "node:timers/promises";
import type { PaymentAttempt } from "@studbook/db/queries/payment-attempts";
import type { DomainError } from "@studbook/domain/errors";
import { PLANS } from "@studbook/domain/plans";
import type { FastifyBaseLogger } from "fastify";
import Stripe from "stripe";
import { type ProviderCall, providerFailures } from "../metrics/metrics.ts";
import { type Deadline, DeadlineExceededError } from "./deadline.ts";
import { IdempotencyKeySpentError, providerUnavailable } from "./payment-errors.ts";

const FIRST_RETRY_MS = 250;

/** The calls to Stripe that payments need. Each throws DomainError PROVIDER_UNAVAILABLE if it fails. */
export type Provider = ReturnType<typeof createProvider>;

/** What an intent is created from: an attempt and the code of its coupon. */
export type IntentOrder = PaymentAttempt & { couponCode: string | null };

/** Wraps Stripe's SDK: retries rate-limited calls, enforces the deadline and logs failures without payment data. */
export function createProvider(stripe: Stripe, logger: FastifyBaseLogger) {
  const call = async <T>(
    name: ProviderCall,
    deadline: Deadline,
    work: () => Promise<T>,
  ): Promise<T> => {
    for (let waitMs = FIRST_RETRY_MS; ; waitMs *= 2) {
      try {
        return await deadline.within(work());
      } catch (error) {
        if (isRetryable(error) && deadline.remainingMs() > 2 * waitMs) {
          await wait(waitMs * (1 + Math.random()));
          continue;
        }
        providerFailures.inc({ call: name });
        logger.warn({ call: name, ...describe(error) }, "a call to Stripe failed");
        throw toDomainError(error);
      }
    }
  };
  return {
    /** Creates the intent of an attempt, or returns the existing one: the attempt's ID is the idempotency key. */
    createIntent: (deadline: Deadline, order: IntentOrder) =>
      call("create", deadline, () =>
        stripe.paymentIntents.create(intentOf(order), { idempotencyKey: order.id }),
      ),

    /** Returns the intent with its latest charge, or undefined if Stripe has no intent with this ID. */
    findIntent: (deadline: Deadline, id: string) =>
      call("retrieve", deadline, async () => {
        try {
          return await stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] });
        } catch (error) {
          if (hasCode(error, "resource_missing")) return undefined;
          throw error;
        }
      }),

    /** Returns false if the intent's status no longer allows canceling it. */
    cancelIntent: (deadline: Deadline, id: string) =>
      call("cancel", deadline, async () => {
        try {
          await stripe.paymentIntents.cancel(id);
          return true;
        } catch (error) {
          if (hasCode(error, "payment_intent_unexpected_state")) return false;
          throw error;
        }
      }),

    listDisputes: (deadline: Deadline, intentId: string) =>
      call("disputes", deadline, async () => {
        const { data } = await stripe.disputes.list({ payment_intent: intentId, limit: 100 });
        return data;
      }),

    /** Returns the newest events of these types since an instant, up to 1,000. */
    listEvents: (deadline: Deadline, types: string[], since: Date) =>
      call("events", deadline, () =>
        stripe.events
          .list({ types, created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 })
          .autoPagingToArray({ limit: 1000 }),
      ),
  };
}

function intentOf(order: IntentOrder): Stripe.PaymentIntentCreateParams {
  const { id, userId, membershipTier, couponCode, amount } = order;
  return {
    amount,
    currency: "usd",
    // Automatic payment methods include debits that stay pending for days. (Named `payment_method_types` before
    // version 23 of the SDK.)
    allowed_payment_method_types: ["card"],
    description: `Studbook ${PLANS[membershipTier].name} membership, one year`,
    statement_descriptor_suffix: "STUDBOOK",
    metadata: {
      userId,
      tier: membershipTier,
      attemptId: id,
      ...(couponCode !== null && { coupon: couponCode }),
    },
  };
}

function toDomainError(error: unknown): DomainError {
  const isSpent =
    error instanceof Stripe.errors.StripeIdempotencyError ||
    (error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500);
  return isSpent ? new IdempotencyKeySpentError() : providerUnavailable();
}

// The SDK does not retry a 429 at all, and retries a 409 (the same idempotency key is in use) only once.
function isRetryable(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeRateLimitError) return true;
  return error instanceof Stripe.errors.StripeError && error.statusCode === 409;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === code;
}

// Stripe's error object may contain an intent with its client secret, so only these fields are logged.
function describe(error: unknown): Record<string, unknown> {
  if (error instanceof Stripe.errors.StripeError) {
    const { type, code, statusCode, requestId } = error;
    return { type, code, status: statusCode, providerRequestId: requestId };
  }
  if (error instanceof DeadlineExceededError) return { type: error.name };
  return { err: error };
}
