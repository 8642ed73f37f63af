import {
  type AttemptFilter,
  type AttemptTimeouts,
  claimOpenAttempts,
  hasOpenIntent,
  type OpenAttempt,
} from "@studbook/db/queries/payment-attempts";
import { COUPON_RESERVATION_MINUTES } from "@studbook/domain/coupons";
import { DAY_SECONDS } from "@studbook/domain/day";
import { activateMembership } from "./activate-membership.ts";
import { startDeadline } from "./deadline.ts";
import type { PaymentParts } from "./payment-parts.ts";
import { cancelIntent, lockAndCloseAttempt } from "./prepare-intent.ts";
import type { Phase } from "./reconcile-phase.ts";

const HOUR_S = 60 * 60;
const TIMEOUTS: AttemptTimeouts = {
  // It reserves a coupon that other buyers may want.
  withCoupon: COUPON_RESERVATION_MINUTES * 60,
  // It was interrupted before the buyer saw a payment form.
  withoutIntent: HOUR_S,
  other: DAY_SECONDS,
};
/** New attempts are checked in every run, older ones hourly: Stripe's events already report successful payments. */
const DUE: AttemptFilter = { kind: "due", youngerThan: 10 * 60, checkedAgo: HOUR_S };
const BATCH_SIZE = 50;
const CONCURRENCY = 4;

/**
 * Settles the open attempts that were paid according to Stripe's events of the last day. One call covers a hundred
 * payments, so unpaid checkouts never delay a paying member, however many there are.
 */
export async function reconcilePaid(
  parts: PaymentParts,
  phase: Phase,
  checkedBefore: Date,
): Promise<boolean> {
  // Without an open intent nothing can have been paid, so Stripe is not called.
  if (!(await hasOpenIntent(parts.db))) return false;
  const since = new Date(checkedBefore.getTime() - DAY_SECONDS * 1000);
  const events = await parts.provider.listEvents(
    startDeadline(),
    ["payment_intent.succeeded"],
    since,
  );
  const intentIds = events.flatMap((event) =>
    event.type === "payment_intent.succeeded" ? [event.data.object.id] : [],
  );
  const filter: AttemptFilter = { kind: "intents", intentIds };
  while (!phase.isOver()) {
    const claim = { filter, checkedBefore, timeouts: TIMEOUTS, limit: BATCH_SIZE };
    const batch = await claimOpenAttempts(parts.db, claim);
    if (batch.length === 0) break;
    await reconcileBatch(parts, phase, batch);
  }
  return false;
}

/**
 * Checks up to `limit` open attempts at Stripe and closes the expired ones. Batches of expired attempts alternate
 * with batches of the others, so that neither group delays the other.
 *
 * @param options.isComplete also check attempts that are not due
 */
export async function reconcileAttempts(
  parts: PaymentParts,
  phase: Phase,
  options: { checkedBefore: Date; limit: number; isComplete: boolean },
): Promise<void> {
  const { checkedBefore, isComplete } = options;
  const filters: AttemptFilter[] = [{ kind: "expired" }, isComplete ? { kind: "pending" } : DUE];
  let remaining = options.limit;
  let checked: number;
  do {
    checked = 0;
    for (const filter of filters) {
      if (phase.isOver()) return;
      const limit = Math.min(BATCH_SIZE, remaining);
      const claim = { filter, checkedBefore, timeouts: TIMEOUTS, limit };
      const batch = await claimOpenAttempts(parts.db, claim);
      await reconcileBatch(parts, phase, batch);
      checked += batch.length;
      remaining -= batch.length;
    }
  } while (checked > 0);
}

async function reconcileBatch(
  parts: PaymentParts,
  phase: Phase,
  batch: readonly OpenAttempt[],
): Promise<void> {
  // The workers share one iterator, so each attempt is reconciled once.
  const attempts = batch.values();
  const workers = Array.from({ length: CONCURRENCY }, async () => {
    for (const open of attempts) {
      await phase.run({ attemptId: open.id }, () => reconcileAttempt(parts, open));
    }
  });
  await Promise.all(workers);
}

async function reconcileAttempt(parts: PaymentParts, open: OpenAttempt): Promise<boolean> {
  const { stripePaymentIntentId: intentId } = open;
  const { changed } = intentId ? await activateMembership(parts, intentId) : { changed: false };
  if (changed || !open.isExpired) return changed;
  const cancellation = await cancelIntent(parts, startDeadline(), open);
  // Releases the coupon. Not earlier: the intent can be paid until Stripe has canceled it.
  if (cancellation === "canceled") await lockAndCloseAttempt(parts, open);
  return cancellation !== "processing";
}
