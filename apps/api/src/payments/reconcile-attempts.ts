import {
  type AttemptFilter,
  type AttemptTimeouts,
  claimOpenAttempts,
  hasOpenIntent,
  type OpenAttempt,
} from "@studbook/db/queries/payment-attempts";
import { COUPON_RESERVATION_MINUTES } from "@studbook/domain/coupons";
import { activateMembership } from "./activate-membership.ts";
import { startBudget } from "./budget.ts";
import type { PaymentParts } from "./payment-parts.ts";
import { cancelIntent, close } from "./prepare-intent.ts";
import type { Phase } from "./reconcile-phase.ts";

const HOUR_S = 60 * 60;
const DAY_S = 24 * HOUR_S;
const TIMEOUTS: AttemptTimeouts = {
  // It keeps the coupon from others.
  withCoupon: COUPON_RESERVATION_MINUTES * 60,
  // It was cut off before its buyer saw a form.
  withoutIntent: HOUR_S,
  other: DAY_S,
};
/** Attempts are asked about in every run at first, and once an hour later: what is paid is among the provider's events. */
const DUE: AttemptFilter = { kind: "due", youngerThan: 10 * 60, checkedAgo: HOUR_S };
const PAGE = 50;
const AT_ONCE = 4;

/**
 * Settles the open attempts whose intents the provider's events of the last day say were paid. That takes a call
 * for each hundred payments, so no number of unpaid checkouts keeps a payer waiting.
 */
export async function reconcilePaid(
  parts: PaymentParts,
  phase: Phase,
  askedBefore: Date,
): Promise<boolean> {
  // Before anybody could have paid the provider is not called at all.
  if (!(await hasOpenIntent(parts.db))) return false;
  const since = new Date(Date.now() - DAY_S * 1000);
  const events = await parts.provider.listEvents(
    startBudget(),
    ["payment_intent.succeeded"],
    since,
  );
  const intentIds = events.flatMap((event) =>
    event.type === "payment_intent.succeeded" ? [event.data.object.id] : [],
  );
  const claim = { checkedBefore: askedBefore, timeouts: TIMEOUTS, limit: PAGE };
  while (!phase.isOver()) {
    const filter: AttemptFilter = { kind: "intents", intentIds };
    const taken = await claimOpenAttempts(parts.db, { ...claim, filter });
    if (taken.length === 0) break;
    await reconcileAll(parts, phase, taken);
  }
  return false;
}

/**
 * Asks about open attempts, at most `limit` of them, and closes those whose time is over. These and the others
 * take turns, so that neither keeps the other waiting.
 *
 * @param options.isComplete ask also about those that are not due
 */
export async function reconcileAttempts(
  parts: PaymentParts,
  phase: Phase,
  options: { askedBefore: Date; limit: number; isComplete: boolean },
): Promise<void> {
  const { askedBefore, isComplete } = options;
  const filters: AttemptFilter[] = [{ kind: "expired" }, isComplete ? { kind: "pending" } : DUE];
  let left = options.limit;
  let found: number;
  do {
    found = 0;
    for (const filter of filters) {
      if (phase.isOver()) return;
      const limit = Math.min(PAGE, left);
      const claim = { filter, checkedBefore: askedBefore, timeouts: TIMEOUTS, limit };
      const taken = await claimOpenAttempts(parts.db, claim);
      await reconcileAll(parts, phase, taken);
      found += taken.length;
      left -= taken.length;
    }
  } while (found > 0);
}

/** Works on a few attempts at once, all taken from one list. */
async function reconcileAll(
  parts: PaymentParts,
  phase: Phase,
  taken: readonly OpenAttempt[],
): Promise<void> {
  const left = taken.values();
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (const open of left) {
      await phase.attempt({ attemptId: open.id }, () => reconcile(parts, open));
    }
  });
  await Promise.all(workers);
}

async function reconcile(parts: PaymentParts, open: OpenAttempt): Promise<boolean> {
  const { stripePaymentIntentId: intentId } = open;
  const { changed } = intentId ? await activateMembership(parts, intentId) : { changed: false };
  if (changed || !open.isExpired) return changed;
  const cancellation = await cancelIntent(parts, startBudget(), open);
  // The coupon goes back only now: until the provider has canceled the intent it can be paid.
  if (cancellation === "canceled") await close(parts, open);
  return cancellation !== "processing";
}
