import {
  findAttempt,
  type PaymentAttempt,
  setAttemptIntent,
} from "@studbook/db/queries/payment-attempts";
import { lockUser } from "@studbook/db/queries/users";
import { DomainError } from "@studbook/domain/errors";
import type Stripe from "stripe";
import { activateMembership } from "./activate-membership.ts";
import type { Budget } from "./budget.ts";
import { closeAttempt } from "./open-attempt.ts";
import type { PaymentParts } from "./payment-parts.ts";
import { KeySpentError } from "./provider.ts";

const PAYABLE = new Set<Stripe.PaymentIntent.Status>([
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
]);

/**
 * The intent with which an open attempt can be paid. Undefined when the attempt turned out to be paid or
 * canceled already, which is written down then: the caller looks again.
 *
 * @throws DomainError PURCHASE_REFUSED, PROVIDER_UNAVAILABLE
 */
export async function prepareIntent(
  parts: PaymentParts,
  budget: Budget,
  attempt: PaymentAttempt,
  couponCode: string | null,
): Promise<Stripe.PaymentIntent | undefined> {
  const { stripePaymentIntentId: known } = attempt;
  if (known === null) return await makeIntent(parts, budget, attempt, couponCode);
  const intent = await parts.provider.findIntent(budget, known);
  if (intent && PAYABLE.has(intent.status)) return intent;
  if ((await settleEnded(parts, budget, attempt, intent)) === "processing") throw stillProcessing();
  return undefined;
}

/** What an intent has come to that was to be canceled. */
export type Cancellation =
  /** It can no longer be paid, and its attempt may be closed. */
  | "canceled"
  /** It was paid or canceled before, or has changed meanwhile; what is final has been written down. */
  | "settled"
  /** Whether it is paid is not decided yet, and it cannot be canceled. */
  | "processing";

/**
 * Makes sure that an attempt can no longer be paid, unless it has been paid already, which is written
 * down then.
 *
 * @throws DomainError PROVIDER_UNAVAILABLE, BUSY
 */
export async function cancelIntent(
  parts: PaymentParts,
  budget: Budget,
  attempt: PaymentAttempt,
): Promise<Cancellation> {
  const { stripePaymentIntentId: id } = attempt;
  // Its secret was not given out, as that happens after the intent was noted; should one be noted from
  // now on, the attempt is not closed.
  if (id === null) return "canceled";
  const intent = await parts.provider.findIntent(budget, id);
  if (!intent || intent.status === "canceled") return "canceled";
  if (PAYABLE.has(intent.status) && (await parts.provider.cancelIntent(budget, id))) {
    return "canceled";
  }
  return settleEnded(parts, budget, attempt, await parts.provider.findIntent(budget, id));
}

async function makeIntent(
  parts: PaymentParts,
  budget: Budget,
  attempt: PaymentAttempt,
  couponCode: string | null,
): Promise<Stripe.PaymentIntent | undefined> {
  const { db, provider } = parts;
  try {
    const intent = await provider.createIntent(budget, { ...attempt, couponCode });
    if (await setAttemptIntent(db, attempt.id, intent.id)) return intent;
    if ((await findAttempt(db, attempt.id))?.status !== "canceled") return undefined;
    await provider.cancelIntent(budget, intent.id);
  } catch (error) {
    if (error instanceof KeySpentError) await close(parts, attempt);
    throw error;
  }
  throw new DomainError(
    "PURCHASE_REFUSED",
    "You have begun another checkout meanwhile. Reload this page to go on here.",
  );
}

async function settleEnded(
  parts: PaymentParts,
  budget: Budget,
  attempt: PaymentAttempt,
  intent: Stripe.PaymentIntent | undefined,
): Promise<"settled" | "processing"> {
  if (!intent) await close(parts, attempt);
  if (!intent || PAYABLE.has(intent.status)) return "settled";
  const { state } = await activateMembership(parts, intent.id, { budget });
  return state === "pending" ? "processing" : "settled";
}

/** What a buyer is told whose last payment may still succeed. */
export function stillProcessing(): DomainError {
  return new DomainError(
    "PURCHASE_REFUSED",
    "Your payment is still being processed. Please wait a moment and reload this page.",
  );
}

/** Closes an attempt whose intent the provider does not have, or will never make. */
export async function close({ db }: PaymentParts, attempt: PaymentAttempt): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (attempt.userId !== null) await lockUser(tx, attempt.userId);
    await closeAttempt(tx, attempt);
  });
}
