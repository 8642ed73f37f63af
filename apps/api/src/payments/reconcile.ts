import { readClock } from "@studbook/db/clock";
import { hasPaidAttempt } from "@studbook/db/queries/payment-attempts";
import { listOverdueMembers } from "@studbook/db/queries/payments";
import { lockUser } from "@studbook/db/queries/users";
import { applyEvent, MONEY_BACK_EVENTS } from "./apply-event.ts";
import { startBudget } from "./budget.ts";
import type { PaymentParts } from "./payment-parts.ts";
import { recomputeMembership } from "./recompute-membership.ts";
import { reconcileAttempts, reconcilePaid } from "./reconcile-attempts.ts";
import { type Phase, startPhase } from "./reconcile-phase.ts";

const EVENTS_SINCE_MS = 3 * 24 * 60 * 60 * 1000;
const MAX_OVERDUE = 100;

export type ReconcileLimits = {
  /** How many open attempts one run asks about beside those that were paid. */
  attempts: number;
  /** Called as each part of a run begins: aborted when it has had its time. */
  startTimer(): AbortSignal;
};

/** A scheduled run ends before the next one or shortly after it should begin. */
const SCHEDULED: ReconcileLimits = {
  attempts: 1000,
  startTimer: () => AbortSignal.timeout(60_000),
};

/**
 * Finds what no webhook and no confirmation has told: payments, refunds and disputes of the last three days,
 * memberships that begin when a better one ends, and open attempts that nobody will pay. Checkouts cost
 * nothing and payments do, so what was paid comes first, and each part has a time of its own.
 *
 * @param options.limits "none" asks about every open attempt, due or not, for however long it takes
 * @returns how many things were put right
 */
export async function reconcilePayments(
  parts: PaymentParts,
  options: { signal?: AbortSignal; limits?: ReconcileLimits | "none" } = {},
): Promise<number> {
  const { signal, limits = SCHEDULED } = options;
  let changed = 0;
  const begin = () =>
    startPhase(parts, [signal, limits === "none" ? undefined : limits.startTimer()], () => {
      changed++;
    });
  const askedBefore = await readClock(parts.db);
  const paid = begin();
  await paid.attempt({ of: "payments" }, () => reconcilePaid(parts, paid, askedBefore));
  const moneyBack = begin();
  await moneyBack.attempt({ of: "refunds and disputes" }, () =>
    reconcileMoneyBack(parts, moneyBack),
  );
  const overdue = begin();
  for (const userId of await listOverdueMembers(parts.db, MAX_OVERDUE)) {
    await overdue.attempt({ userId }, () => recompute(parts, userId));
  }
  const isComplete = limits === "none";
  const limit = limits === "none" ? Number.POSITIVE_INFINITY : limits.attempts;
  await reconcileAttempts(parts, begin(), { askedBefore, limit, isComplete });
  return changed;
}

async function reconcileMoneyBack(parts: PaymentParts, phase: Phase): Promise<boolean> {
  // Before anything was paid the provider is not called at all.
  if (!(await hasPaidAttempt(parts.db))) return false;
  const since = new Date(Date.now() - EVENTS_SINCE_MS);
  const events = await parts.provider.listEvents(startBudget(), [...MONEY_BACK_EVENTS], since);
  for (const event of events.toReversed()) {
    await phase.attempt({ eventId: event.id }, () => applyEvent(parts, event));
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
