import type { Tx } from "@studbook/db/client";
import { isDatabaseBusy } from "@studbook/db/errors";
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
import { type Deadline, startDeadline } from "./deadline.ts";
import { decideSettlement, type Settlement } from "./decide-settlement.ts";
import type { PaymentParts } from "./payment-parts.ts";
import { type PaymentFacts, readPayment } from "./read-payment.ts";
import { writeSettlement } from "./write-settlement.ts";

const MAX_ROUNDS = 10;
const DECLINED = "payment_intent.payment_failed" satisfies Stripe.Event["type"];

export type Activation = {
  /** The payment's state; "unknown" if no attempt of ours belongs to it. */
  state: Settlement["kind"] | "unknown";
  changed: boolean;
};

/**
 * Updates the stored state of a payment to its current state at Stripe. This is the only code that activates
 * memberships and applies refunds and disputes. It is idempotent and safe to call concurrently and in any order.
 *
 * The payment is read from Stripe outside any lock. If the attempt has changed by the time the result is written,
 * the payment is read again, so an outdated result never overwrites a newer one. A lock wait that
 * times out or is canceled is retried once.
 *
 * @param options.event recorded in the same transaction, so that it takes effect once
 * @param options.untilPaid skip the call to Stripe if the attempt is already stored as paid
 * @throws DomainError PROVIDER_UNAVAILABLE, BUSY
 */
export async function activateMembership(
  parts: PaymentParts,
  intentId: string,
  options: { deadline?: Deadline; event?: StripeEvent; untilPaid?: boolean } = {},
): Promise<Activation> {
  const deadline = options.deadline ?? startDeadline();
  let hasRetried = false;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const attempt = await findAttemptByIntent(parts.db, intentId);
    if (options.untilPaid && attempt?.status === "succeeded") {
      return { state: "paid", changed: false };
    }
    await parts.onFailPoint("attempt-found");
    const facts = await readPayment(parts.provider, deadline, intentId);
    await parts.onFailPoint("intent-retrieved");
    if (!facts) return { state: "unknown", changed: false };
    if (!attempt) {
      if (await linkAttempt(parts, facts)) continue;
      return { state: "unknown", changed: false };
    }
    const activation = await settle(parts, attempt, facts, options.event).catch(
      (error: unknown) => {
        if (hasRetried || !isDatabaseBusy(error)) throw error;
        // A payment's event and its confirmation arrive together and lock the same rows. On a busy server, the lock wait of
        // one of them is canceled to free its connection. By the next round, the other has usually settled the payment.
        hasRetried = true;
        return undefined;
      },
    );
    if (!activation) continue;
    await parts.onFailPoint("committed");
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
  // A later change can hide an earlier decline, but the event still proves it.
  const isDeclined = facts.isDeclined || event?.type === DECLINED;
  const settlement = decideSettlement(attempt, { ...facts, isDeclined });
  const activation = await parts.db.transaction().execute(async (tx) => {
    const user = await lockOwner(tx, attempt);
    const current = await lockAttempt(tx, attempt.id);
    await parts.onFailPoint("rows-locked");
    if (current?.revision !== attempt.revision) return undefined;
    const state = settlement.kind;
    if (event && !(await insertStripeEvent(tx, event))) return { state, changed: false };
    const { enqueue, onFailPoint } = parts;
    const context = { attempt: current, facts, user, enqueue, onFailPoint };
    return { state, changed: await writeSettlement(tx, settlement, context) };
  });
  if (activation?.changed) {
    paymentResults.inc({ result: resultOf(settlement, facts) });
    logChange(parts, attempt, settlement);
  }
  return activation;
}

/**
 * Stores an intent with the attempt that it was created for, in case the server was killed before it could.
 * Returns whether the intent now has an attempt.
 */
async function linkAttempt(
  { db }: PaymentParts,
  { intentId, metadata }: PaymentFacts,
): Promise<boolean> {
  const attempt = await findAttempt(db, metadata.attemptId ?? "");
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
      "a payment does not match its order and must be reviewed manually",
    );
  } else {
    logger.info({ ...ids, state: settlement.kind }, "payment settled");
  }
}
