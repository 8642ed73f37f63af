import { readClock } from "@studbook/db/clock";
import { hasPaidAttempt } from "@studbook/db/queries/payment-attempts";
import { listOverdueMembers } from "@studbook/db/queries/payments";
import { lockUser } from "@studbook/db/queries/users";
import { DAY_SECONDS } from "@studbook/domain/day";
import { applyEvent, REFUND_AND_DISPUTE_EVENTS } from "./apply-event.ts";
import { startDeadline } from "./deadline.ts";
import type { PaymentParts } from "./payment-parts.ts";
import { recomputeMembership } from "./recompute-membership.ts";
import { reconcileAttempts, reconcilePaid } from "./reconcile-attempts.ts";
import { type Phase, startPhase } from "./reconcile-phase.ts";

const EVENTS_SINCE_MS = 3 * DAY_SECONDS * 1000;
const MAX_OVERDUE = 100;

export type ReconcileLimits = {
  /** How many open attempts one run checks, in addition to those that were paid. */
  attempts: number;
  /** Called at the start of each phase; the signal aborts when its time is up. */
  startTimer(): AbortSignal;
};

/** A scheduled run ends before the next one is due, or shortly after. */
const SCHEDULED: ReconcileLimits = {
  attempts: 1000,
  startTimer: () => AbortSignal.timeout(60_000),
};

/**
 * Catches up on whatever no webhook or confirmation has reported: payments of the last day, refunds and disputes of
 * the last three days, memberships that start when a better one ends, and abandoned attempts. Anybody can open
 * checkouts for free, so payments come first and each phase has its own time limit.
 *
 * @param options.limits "none" checks every open attempt, due or not, without a time limit
 * @returns the number of corrections
 */
export async function reconcilePayments(
  parts: PaymentParts,
  options: { signal?: AbortSignal; limits?: ReconcileLimits | "none" } = {},
): Promise<number> {
  const { signal, limits = SCHEDULED } = options;
  let changed = 0;
  const startNextPhase = () =>
    startPhase(parts, [signal, limits === "none" ? undefined : limits.startTimer()], () => {
      changed++;
    });
  const checkedBefore = await readClock(parts.db);
  const paid = startNextPhase();
  await paid.run({ of: "payments" }, () => reconcilePaid(parts, paid, checkedBefore));
  const reversals = startNextPhase();
  await reversals.run({ of: "refunds and disputes" }, () =>
    reconcileRefundsAndDisputes(parts, reversals, checkedBefore),
  );
  const overdue = startNextPhase();
  for (const userId of await listOverdueMembers(parts.db, MAX_OVERDUE)) {
    await overdue.run({ userId }, () => recompute(parts, userId));
  }
  const isComplete = limits === "none";
  const limit = limits === "none" ? Number.POSITIVE_INFINITY : limits.attempts;
  await reconcileAttempts(parts, startNextPhase(), { checkedBefore, limit, isComplete });
  return changed;
}

async function reconcileRefundsAndDisputes(
  parts: PaymentParts,
  phase: Phase,
  now: Date,
): Promise<boolean> {
  // Without a payment there can be no refund or dispute, so Stripe is not called.
  if (!(await hasPaidAttempt(parts.db))) return false;
  const since = new Date(now.getTime() - EVENTS_SINCE_MS);
  const types = [...REFUND_AND_DISPUTE_EVENTS];
  const events = await parts.provider.listEvents(startDeadline(), types, since);
  for (const event of events.toReversed()) {
    await phase.run({ eventId: event.id }, () => applyEvent(parts, event));
  }
  return false;
}

async function recompute({ db }: PaymentParts, userId: string): Promise<boolean> {
  await db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    await recomputeMembership(tx, userId);
  });
  return true;
}
