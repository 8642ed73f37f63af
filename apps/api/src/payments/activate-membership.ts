import type { Tx } from "@studbook/db/client";
import {
  changeAttempt,
  findAttempt,
  findAttemptByIntent,
  lockAttempt,
  type PaymentAttempt,
} from "@studbook/db/queries/payment-attempts";
import { insertStripeEvent, type StripeEvent } from "@studbook/db/queries/stripe-events";
import { lockUser } from "@studbook/db/queries/users";
import { DomainError } from "@studbook/domain/errors";
import type Stripe from "stripe";
import { paymentResults } from "../metrics/metrics.ts";
import { type Budget, startBudget } from "./budget.ts";
import { decideSettlement, type Settlement } from "./decide-settlement.ts";
import type { PaymentParts } from "./payment-parts.ts";
import { type PaymentFacts, readPayment } from "./read-payment.ts";
import { writeSettlement } from "./write-settlement.ts";

const ROUNDS = 10;
const DECLINED = "payment_intent.payment_failed" satisfies Stripe.Event["type"];
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export type Activation = {
  /** What the payment has come to; unknown when it is none of ours. */
  state: Settlement["kind"] | "unknown";
  changed: boolean;
};

/**
 * Brings what is stored of one payment into line with what the provider says of it now: the one way
 * in which memberships are activated, and refunds and disputes take effect. It may be called any
 * number of times at once and in any order; a second call changes nothing.
 *
 * The provider is asked outside any lock. What it said is written only if nothing was written since it
 * was asked, and otherwise asked again, so an old answer never replaces a newer one.
 *
 * @param options.event noted in the same transaction, so that it has its effects once
 * @param options.untilPaid do not ask the provider again once it is written down that it was paid
 * @throws DomainError PROVIDER_UNAVAILABLE, BUSY
 */
export async function activateMembership(
  parts: PaymentParts,
  intentId: string,
  options: { budget?: Budget; event?: StripeEvent; untilPaid?: boolean } = {},
): Promise<Activation> {
  const budget = options.budget ?? startBudget();
  for (let round = 0; round < ROUNDS; round++) {
    const attempt = await findAttemptByIntent(parts.db, intentId);
    if (options.untilPaid && attempt?.status === "succeeded") {
      return { state: "paid", changed: false };
    }
    await parts.reach("attempt-found");
    const facts = await readPayment(parts.provider, budget, intentId);
    await parts.reach("intent-retrieved");
    if (!facts) return { state: "unknown", changed: false };
    if (!attempt) {
      if (await adoptAttempt(parts, facts)) continue;
      return { state: "unknown", changed: false };
    }
    const activation = await settle(parts, attempt, facts, options.event);
    if (!activation) continue;
    await parts.reach("committed");
    return activation;
  }
  throw new DomainError("BUSY", "Your payment is being processed. Please try again in a moment.");
}

async function settle(
  parts: PaymentParts,
  attempt: PaymentAttempt,
  facts: PaymentFacts,
  event: StripeEvent | undefined,
): Promise<Activation | undefined> {
  // What came after a refusal may hide it from whoever asks late.
  const isDeclined = facts.isDeclined || event?.type === DECLINED;
  const settlement = decideSettlement(attempt, { ...facts, isDeclined });
  const activation = await parts.db.transaction().execute(async (tx) => {
    const user = await lockOwner(tx, attempt);
    const current = await lockAttempt(tx, attempt.id);
    await parts.reach("rows-locked");
    if (current?.revision !== attempt.revision) return undefined;
    const state = settlement.kind;
    if (event && !(await insertStripeEvent(tx, event))) return { state, changed: false };
    const it = { attempt: current, facts, user, enqueue: parts.enqueue, reach: parts.reach };
    return { state, changed: await writeSettlement(tx, settlement, it) };
  });
  if (activation?.changed) {
    paymentResults.inc({ result: resultOf(settlement, facts) });
    logChange(parts, attempt, settlement);
  }
  return activation;
}

/**
 * Gives an intent the attempt it was made for, where the server was killed before it could note the
 * one with the other.
 */
async function adoptAttempt(
  { db }: PaymentParts,
  { intentId, metadata }: PaymentFacts,
): Promise<boolean> {
  const { attemptId = "" } = metadata;
  const attempt = UUID.test(attemptId) ? await findAttempt(db, attemptId) : undefined;
  if (!attempt) return false;
  return await db.transaction().execute(async (tx) => {
    await lockOwner(tx, attempt);
    const current = await lockAttempt(tx, attempt.id);
    const known = current?.stripePaymentIntentId;
    if (known === intentId) return true;
    if (!current || known !== null) return false;
    await changeAttempt(tx, attempt.id, { stripePaymentIntentId: intentId });
    return true;
  });
}

function resultOf({ kind }: Settlement, { isRefunded, isDisputed }: PaymentFacts): string {
  if (kind !== "paid") return kind;
  return isRefunded ? "refunded" : isDisputed ? "disputed" : kind;
}

function lockOwner(tx: Tx, { userId }: PaymentAttempt) {
  return userId === null ? undefined : lockUser(tx, userId);
}

function logChange({ logger }: PaymentParts, attempt: PaymentAttempt, settlement: Settlement) {
  const ids = { attemptId: attempt.id, intentId: attempt.stripePaymentIntentId };
  if (settlement.kind === "rejected") {
    const { reason } = settlement;
    logger.error(
      { ...ids, reason },
      "a payment is not what was asked for: a person must look at it",
    );
  } else {
    logger.info({ ...ids, state: settlement.kind }, "payment settled");
  }
}
