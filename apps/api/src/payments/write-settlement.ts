import type { Tx } from "@studbook/db/client";
import { readClock } from "@studbook/db/clock";
import { releaseCoupon } from "@studbook/db/queries/coupons";
import { changeAttempt, type PaymentAttempt } from "@studbook/db/queries/payment-attempts";
import {
  endBasicPeriods,
  findPaymentByIntent,
  insertPayment,
  listPeriods,
  type Payment,
  updatePayment,
} from "@studbook/db/queries/payments";
import type { User } from "@studbook/db/queries/users";
import { membershipState } from "@studbook/domain/membership";
import { membershipOfPeriods, periodOfPurchase } from "@studbook/domain/periods";
import { recordAudit } from "../audit/record-audit.ts";
import type { Enqueue } from "../jobs/boss.ts";
import { queueMail } from "../mail/queue-mail.ts";
import type { Settlement } from "./decide-settlement.ts";
import type { ReachPoint } from "./fail-points.ts";
import type { PaymentFacts } from "./read-payment.ts";
import { recomputeMembership } from "./recompute-membership.ts";

type Case = {
  attempt: PaymentAttempt;
  facts: PaymentFacts;
  /** Locked; undefined when the account is no more. */
  user: User | undefined;
  enqueue: Enqueue;
  reach: ReachPoint;
};

/**
 * Writes what follows from a settlement: payment, attempt, coupon and membership. The caller has locked
 * the user and the attempt.
 *
 * @returns whether anything has changed
 */
export async function writeSettlement(tx: Tx, settlement: Settlement, it: Case): Promise<boolean> {
  const { attempt, facts } = it;
  const payment = await findPaymentByIntent(tx, facts.intentId);
  switch (settlement.kind) {
    case "pending":
      return false;
    case "canceled": {
      const isNoted = settlement.isDeclined && (await noteDecline(tx, payment, it));
      if (attempt.status !== "open") return isNoted;
      await changeAttempt(tx, attempt.id, { status: "canceled" });
      await releaseCoupon(tx, attempt.id);
      return true;
    }
    case "declined":
      return await noteDecline(tx, payment, it);
    default:
      return payment && payment.status !== "failed"
        ? await followPayment(tx, payment, it)
        : await beginPayment(tx, payment, settlement.kind, it);
  }
}

async function noteDecline(tx: Tx, payment: Payment | undefined, it: Case): Promise<boolean> {
  if (payment) return false;
  const { attempt } = it;
  await insertPayment(tx, { ...rowOf(it), status: "failed", amount: attempt.amount });
  await changeAttempt(tx, attempt.id);
  return true;
}

async function beginPayment(
  tx: Tx,
  failed: Payment | undefined,
  kind: "paid" | "rejected",
  it: Case,
): Promise<boolean> {
  const { attempt, facts, user, reach } = it;
  const owned = kind === "paid" ? await ownPeriod(tx, it) : {};
  const outcome = { ...stateOf(facts), amount: facts.received, ...owned };
  const { id } = failed ?? (await insertPayment(tx, { ...rowOf(it), ...outcome }));
  if (failed) await updatePayment(tx, id, outcome);
  await reach("payment-written");
  await changeAttempt(tx, attempt.id, { status: kind === "paid" ? "succeeded" : "rejected" });
  await reach("attempt-written");
  if (user && kind === "paid") await recomputeMembership(tx, user.id);
  if (kind === "paid") await recordActivation(tx, it);
  if (user && kind === "paid") await queueReceipt(tx, it.enqueue, user.id, id);
  await reach("membership-written");
  return true;
}

function recordActivation(tx: Tx, { attempt, facts, user }: Case): Promise<void> {
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

/** Refunds and disputes: a payment counts, or no longer counts, or counts again. */
async function followPayment(tx: Tx, payment: Payment, it: Case): Promise<boolean> {
  const { attempt, user } = it;
  const { status, amountRefunded } = stateOf(it.facts);
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

async function ownPeriod(tx: Tx, { attempt, user }: Case) {
  const now = await readClock(tx);
  const before = user ?? { membershipTier: null, membershipExpiresAt: null };
  const { from, to } = periodOfPurchase(before, attempt.membershipTier, now);
  const period = { periodFrom: from, periodTo: to };
  if (!user) return period;
  const owned = membershipOfPeriods(await listPeriods(tx, user.id), now);
  const held = membershipState(user, now);
  const isGranted = held.kind === "active" && (owned === null || owned.expiresAt < held.expiresAt);
  if (attempt.membershipTier === "premium") await endBasicPeriods(tx, user.id);
  return isGranted ? { ...period, grantedTier: held.tier, grantedUntil: held.expiresAt } : period;
}

function rowOf({ attempt, facts }: Case) {
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
