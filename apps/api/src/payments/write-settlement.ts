import type { Tx } from "@studbook/db/client";
import { readClock } from "@studbook/db/clock";
import { releaseCoupon } from "@studbook/db/queries/coupons";
import { changeAttempt, type PaymentAttempt } from "@studbook/db/queries/payment-attempts";
import {
  findPaymentByIntent,
  insertPayment,
  listPeriods,
  type Payment,
  updatePayment,
} from "@studbook/db/queries/payments";
import type { User } from "@studbook/db/queries/users";
import { planPeriod } from "@studbook/domain/periods";
import { PLANS } from "@studbook/domain/plans";
import { recordAudit } from "../audit/record-audit.ts";
import type { Enqueue } from "../jobs/boss.ts";
import { queueMail } from "../mail/queue-mail.ts";
import type { Settlement } from "./decide-settlement.ts";
import type { OnFailPoint } from "./fail-points.ts";
import type { PaymentFacts } from "./read-payment.ts";
import { recomputeMembership } from "./recompute-membership.ts";

type SettlementContext = {
  attempt: PaymentAttempt;
  facts: PaymentFacts;
  /** Locked; undefined if the account was erased. */
  user: User | undefined;
  enqueue: Enqueue;
  onFailPoint: OnFailPoint;
};

/**
 * Updates payment, attempt, coupon and membership to a settlement. The caller has locked the user and the attempt.
 *
 * @returns whether anything changed
 */
export async function writeSettlement(
  tx: Tx,
  settlement: Settlement,
  context: SettlementContext,
): Promise<boolean> {
  const { attempt, facts } = context;
  const payment = await findPaymentByIntent(tx, facts.intentId);
  switch (settlement.kind) {
    case "pending":
      return false;
    case "canceled": {
      const isRecorded = settlement.isDeclined && (await recordDecline(tx, payment, context));
      if (attempt.status !== "open") return isRecorded;
      await changeAttempt(tx, attempt.id, { status: "canceled" });
      await releaseCoupon(tx, attempt.id);
      return true;
    }
    case "declined":
      return await recordDecline(tx, payment, context);
    default:
      return payment && payment.status !== "failed"
        ? await updateReversal(tx, payment, context)
        : await recordPayment(tx, payment, settlement.kind, context);
  }
}

async function recordDecline(
  tx: Tx,
  payment: Payment | undefined,
  context: SettlementContext,
): Promise<boolean> {
  if (payment) return false;
  const { attempt } = context;
  await insertPayment(tx, { ...rowOf(context), status: "failed", amount: attempt.amount });
  await changeAttempt(tx, attempt.id);
  return true;
}

async function recordPayment(
  tx: Tx,
  failed: Payment | undefined,
  kind: "paid" | "rejected",
  context: SettlementContext,
): Promise<boolean> {
  const { attempt, facts, user, onFailPoint } = context;
  const period = kind === "paid" ? await assignPeriod(tx, context) : {};
  const outcome = { ...stateOf(facts), amount: facts.received, ...period };
  const { id } = failed ?? (await insertPayment(tx, { ...rowOf(context), ...outcome }));
  if (failed) await updatePayment(tx, id, outcome);
  await onFailPoint("payment-written");
  await changeAttempt(tx, attempt.id, { status: kind === "paid" ? "succeeded" : "rejected" });
  await onFailPoint("attempt-written");
  if (user && kind === "paid") await recomputeMembership(tx, user.id);
  if (kind === "paid") await recordActivation(tx, context);
  if (user && kind === "paid") await queueReceipt(tx, context.enqueue, user.id, id);
  await onFailPoint("membership-written");
  return true;
}

function recordActivation(tx: Tx, { attempt, facts, user }: SettlementContext): Promise<void> {
  return recordAudit(tx, {
    action: "membership.activated",
    subject: user && { type: "user", id: user.id },
    details: { attempt: attempt.id, tier: attempt.membershipTier, amount: facts.received },
  });
}

function queueReceipt(tx: Tx, enqueue: Enqueue, userId: string, paymentId: string): Promise<void> {
  const cause = `receipt:${paymentId}`;
  return queueMail(tx, enqueue, { kind: "receipt", details: { paymentId }, userId, cause });
}

/** Applies a refund, a dispute or the end of a dispute to a payment that succeeded. */
async function updateReversal(
  tx: Tx,
  payment: Payment,
  { attempt, facts, user }: SettlementContext,
): Promise<boolean> {
  const { status, amountRefunded } = stateOf(facts);
  if (payment.status === status && payment.amountRefunded === amountRefunded) return false;
  await updatePayment(tx, payment.id, { status, amountRefunded });
  await recordAudit(tx, {
    action: [status, payment.status].includes("disputed") ? "payment.disputed" : "payment.refunded",
    subject: { type: "payment", id: payment.id },
    details: { status, amountRefunded },
  });
  await changeAttempt(tx, attempt.id);
  if (user && payment.periodFrom !== null) await recomputeMembership(tx, user.id);
  return true;
}

/** Returns the payment's period and, if it follows a membership granted without payment, that membership. */
async function assignPeriod(tx: Tx, { attempt, user }: SettlementContext) {
  const { membershipTier: tier } = attempt;
  const member = user ?? { membershipTier: null, membershipExpiresAt: null };
  const periods = user ? await listPeriods(tx, user.id) : [];
  const planned = planPeriod(member, periods, tier, await readClock(tx));
  return {
    periodFrom: planned.from,
    periodTo: planned.to,
    listPrice: PLANS[tier].priceCents,
    replaces: [...planned.replaces],
    grantedTier: planned.granted?.tier ?? null,
    grantedUntil: planned.granted?.expiresAt ?? null,
  };
}

function rowOf({ attempt, facts }: SettlementContext) {
  return {
    userId: attempt.userId,
    attemptId: attempt.id,
    stripePaymentIntentId: facts.intentId,
    membershipTier: attempt.membershipTier,
  };
}

function stateOf({ isRefunded, isDisputed, amountRefunded }: PaymentFacts) {
  const status = isRefunded ? "refunded" : isDisputed ? "disputed" : "succeeded";
  return { status, amountRefunded } as const;
}
