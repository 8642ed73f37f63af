import { setTimeout as wait } from "node:timers/promises";
import type { PaymentAttempt } from "@studbook/db/queries/payment-attempts";
import { DomainError } from "@studbook/domain/errors";
import { PLANS } from "@studbook/domain/plans";
import type { FastifyBaseLogger } from "fastify";
import Stripe from "stripe";
import { type ProviderCall, providerFailures } from "../metrics/metrics.ts";
import { type Budget, BudgetSpentError } from "./budget.ts";

const FIRST_WAIT_MS = 250;

/** The card provider, as far as payments need it. Every call throws DomainError PROVIDER_UNAVAILABLE when it fails. */
export type Provider = ReturnType<typeof createProvider>;

/** An attempt with the code of its coupon, which is what an intent is made of. */
export type IntentOrder = PaymentAttempt & { couponCode: string | null };

/** Thrown when the key of an attempt will answer with a failure for ever, so that it needs a new attempt. */
export class KeySpentError extends DomainError {}

/** Wraps the SDK: waits when told to slow down, keeps to the budget and logs failures without their data. */
export function createProvider(stripe: Stripe, logger: FastifyBaseLogger) {
  const call = async <T>(
    name: ProviderCall,
    budget: Budget,
    work: () => Promise<T>,
  ): Promise<T> => {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs *= 2) {
      try {
        return await budget.within(work());
      } catch (error) {
        if (isPassing(error) && budget.leftMs() > 2 * waitMs) {
          await wait(waitMs * (1 + Math.random()));
          continue;
        }
        providerFailures.inc({ call: name });
        logger.warn({ call: name, ...describe(error) }, "the card provider failed");
        throw toDomainError(error);
      }
    }
  };
  return {
    /** Makes the intent of an attempt, or finds the one made before: the attempt's id is the key. */
    createIntent: (budget: Budget, order: IntentOrder) =>
      call("create", budget, () =>
        stripe.paymentIntents.create(intentOf(order), { idempotencyKey: order.id }),
      ),

    /** The intent with its newest charge; undefined when the provider has none of this id. */
    findIntent: (budget: Budget, id: string) =>
      call("retrieve", budget, async () => {
        try {
          return await stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] });
        } catch (error) {
          if (hasCode(error, "resource_missing")) return undefined;
          throw error;
        }
      }),

    /** Cancels an intent; false when its state no longer allows that. */
    cancelIntent: (budget: Budget, id: string) =>
      call("cancel", budget, async () => {
        try {
          await stripe.paymentIntents.cancel(id);
          return true;
        } catch (error) {
          if (hasCode(error, "payment_intent_unexpected_state")) return false;
          throw error;
        }
      }),

    listDisputes: (budget: Budget, intentId: string) =>
      call("disputes", budget, async () => {
        const { data } = await stripe.disputes.list({ payment_intent: intentId, limit: 100 });
        return data;
      }),

    /** The newest events of these types since an instant, at most 1,000. */
    listEvents: (budget: Budget, types: string[], since: Date) =>
      call("events", budget, () =>
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
    // Automatic methods also admit debits that stay undecided for days. (Named `payment_method_types`
    // before version 23 of the SDK.)
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

const UNAVAILABLE = "The card provider is not available right now. Please try again in a moment.";

/** What a buyer is told when the provider fails or takes too long. */
export function providerUnavailable(cause?: unknown): DomainError {
  return new DomainError("PROVIDER_UNAVAILABLE", UNAVAILABLE, { cause });
}

function toDomainError(error: unknown): DomainError {
  const isSpent =
    error instanceof Stripe.errors.StripeIdempotencyError ||
    (error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500);
  return isSpent ? new KeySpentError("PROVIDER_UNAVAILABLE", UNAVAILABLE) : providerUnavailable();
}

// The SDK does not wait when it is told to slow down, and only once while the same key is at work.
function isPassing(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeRateLimitError) return true;
  return error instanceof Stripe.errors.StripeError && error.statusCode === 409;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === code;
}

// The error itself may hold an intent with its client secret.
function describe(error: unknown): Record<string, unknown> {
  if (error instanceof Stripe.errors.StripeError) {
    const { type, code, statusCode, requestId } = error;
    return { type, code, status: statusCode, providerRequestId: requestId };
  }
  if (error instanceof BudgetSpentError) return { type: error.name };
  return { err: error };
}
