import {
  findAttempt,
  type PaymentAttempt,
  setAttemptIntent,
} from "@studbook/db/queries/payment-attempts";
import { lockUser } from "@studbook/db/queries/users";
import { DomainError } from "@studbook/domain/errors";
import type Stripe from "stripe";
import { activateMembership } from "./activate-membership.ts";
import type { Deadline } from "./deadline.ts";
import { closeAttempt } from "./open-attempt.ts";
import { IdempotencyKeySpentError, paymentProcessing } from "./payment-errors.ts";
import type { PaymentParts } from "./payment-parts.ts";

const PAYABLE = new Set<Stripe.PaymentIntent.Status>([
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
]);

/**
 * Returns the intent with which an open attempt can be paid. Returns undefined if the attempt turns out to be paid or
 * canceled; that is stored, and the caller starts over.
 *
 * @throws DomainError PURCHASE_REFUSED, PROVIDER_UNAVAILABLE
 */
export async function prepareIntent(
  parts: PaymentParts,
  deadline: Deadline,
  attempt: PaymentAttempt,
  couponCode: string | null,
): Promise<Stripe.PaymentIntent | undefined> {
  const { stripePaymentIntentId: intentId } = attempt;
  if (intentId === null) return await createAttemptIntent(parts, deadline, attempt, couponCode);
  const intent = await parts.provider.findIntent(deadline, intentId);
  if (intent && PAYABLE.has(intent.status)) return intent;
  const outcome = await settleUnpayable(parts, deadline, attempt, intent);
  if (outcome === "processing") throw paymentProcessing();
  return undefined;
}

/** The result of canceling an intent. */
export type Cancellation =
  /** It can no longer be paid, and its attempt may be closed. */
  | "canceled"
  /** It was already paid or canceled, or it has just changed; a final state is stored. */
  | "settled"
  /** Stripe is still processing the payment, so it cannot be canceled. */
  | "processing";

/**
 * Cancels an attempt's intent so that it can no longer be paid. If it is already paid, that is stored instead.
 *
 * @throws DomainError PROVIDER_UNAVAILABLE, BUSY
 */
export async function cancelIntent(
  parts: PaymentParts,
  deadline: Deadline,
  attempt: PaymentAttempt,
): Promise<Cancellation> {
  const { stripePaymentIntentId: id } = attempt;
  // The client secret is only sent after the intent is stored, so nobody can pay yet. If an intent is stored from
  // now on, the attempt has changed and is not closed.
  if (id === null) return "canceled";
  const intent = await parts.provider.findIntent(deadline, id);
  if (!intent || intent.status === "canceled") return "canceled";
  if (PAYABLE.has(intent.status) && (await parts.provider.cancelIntent(deadline, id))) {
    return "canceled";
  }
  return settleUnpayable(parts, deadline, attempt, await parts.provider.findIntent(deadline, id));
}

async function createAttemptIntent(
  parts: PaymentParts,
  deadline: Deadline,
  attempt: PaymentAttempt,
  couponCode: string | null,
): Promise<Stripe.PaymentIntent | undefined> {
  const { db, provider } = parts;
  try {
    const intent = await provider.createIntent(deadline, { ...attempt, couponCode });
    if (await setAttemptIntent(db, attempt.id, intent.id)) return intent;
    if ((await findAttempt(db, attempt.id))?.status !== "canceled") return undefined;
    await provider.cancelIntent(deadline, intent.id);
  } catch (error) {
    if (error instanceof IdempotencyKeySpentError) await lockAndCloseAttempt(parts, attempt);
    throw error;
  }
  throw new DomainError(
    "PURCHASE_REFUSED",
    "You started another checkout in a different window. Reload this page to continue here.",
  );
}

async function settleUnpayable(
  parts: PaymentParts,
  deadline: Deadline,
  attempt: PaymentAttempt,
  intent: Stripe.PaymentIntent | undefined,
): Promise<"settled" | "processing"> {
  if (!intent) await lockAndCloseAttempt(parts, attempt);
  if (!intent || PAYABLE.has(intent.status)) return "settled";
  const { state } = await activateMembership(parts, intent.id, { deadline });
  return state === "pending" ? "processing" : "settled";
}

/** Closes an attempt that has no payable intent at Stripe. */
export async function lockAndCloseAttempt(
  { db }: PaymentParts,
  attempt: PaymentAttempt,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (attempt.userId !== null) await lockUser(tx, attempt.userId);
    await closeAttempt(tx, attempt);
  });
}
