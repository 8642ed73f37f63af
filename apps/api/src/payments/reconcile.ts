import {
  hasPaidAttempt,
  listOpenAttempts,
  type OpenAttempt,
} from "@studbook/db/queries/payment-attempts";
import { listOverdueMembers } from "@studbook/db/queries/payments";
import { lockUser } from "@studbook/db/queries/users";
import { COUPON_RESERVATION_MINUTES } from "@studbook/domain/coupons";
import { activateMembership } from "./activate-membership.ts";
import { applyEvent, MONEY_BACK_EVENTS } from "./apply-event.ts";
import { startBudget } from "./budget.ts";
import type { PaymentParts } from "./payment-parts.ts";
import { cancelIntent, close } from "./prepare-intent.ts";
import { recomputeMembership } from "./recompute-membership.ts";

const HOUR_S = 60 * 60;
/** An open attempt is given up after this time. */
const ABANDONED_AFTER_S = 24 * HOUR_S;
/** One without an intent was cut off before its buyer saw a form. */
const CUT_OFF_AFTER_S = HOUR_S;
/** One with a coupon keeps it from others. */
const COUPON_FREE_AFTER_S = COUPON_RESERVATION_MINUTES * 60;
const EVENTS_SINCE_MS = 3 * 24 * HOUR_S * 1000;
const PAGE = 100;
const AT_ONCE = 4;

/** Does one thing; its failure is logged and does not keep the others from their turn. */
type Try = (what: Record<string, string>, work: () => Promise<boolean>) => Promise<void>;

/**
 * Finds what no webhook and no confirmation has told: payments of open attempts, refunds and disputes of
 * the last three days, and memberships that begin when a better one ends.
 *
 * @returns how many things were put right
 */
export async function reconcilePayments(
  parts: PaymentParts,
  signal?: AbortSignal,
): Promise<number> {
  let changed = 0;
  const attempt: Try = async (what, work) => {
    if (signal?.aborted) return;
    try {
      if (await work()) changed++;
    } catch (error) {
      parts.logger.warn({ err: error, ...what }, "a payment could not be reconciled");
    }
  };
  await reconcileAttempts(parts, attempt);
  await attempt({ of: "refunds and disputes" }, () => reconcileMoneyBack(parts, attempt));
  for (const userId of await listOverdueMembers(parts.db, PAGE)) {
    await attempt({ userId }, () => recompute(parts, userId));
  }
  return changed;
}

async function reconcileAttempts(parts: PaymentParts, attempt: Try): Promise<void> {
  let after: OpenAttempt | undefined;
  do {
    const page = await listOpenAttempts(parts.db, { after, limit: PAGE });
    await eachOf(page, (open) => attempt({ attemptId: open.id }, () => reconcile(parts, open)));
    after = page.at(-1);
  } while (after);
}

async function reconcileMoneyBack(parts: PaymentParts, attempt: Try): Promise<boolean> {
  // Before anything was paid the provider is not called at all.
  if (!(await hasPaidAttempt(parts.db))) return false;
  const since = new Date(Date.now() - EVENTS_SINCE_MS);
  const events = await parts.provider.listEvents(startBudget(), [...MONEY_BACK_EVENTS], since);
  for (const event of events.toReversed()) {
    await attempt({ eventId: event.id }, () => applyEvent(parts, event));
  }
  return false;
}

async function reconcile(parts: PaymentParts, open: OpenAttempt): Promise<boolean> {
  const { stripePaymentIntentId: intentId } = open;
  const { changed } = intentId ? await activateMembership(parts, intentId) : { changed: false };
  if (changed || open.ageSeconds < patienceFor(open)) return changed;
  const cancellation = await cancelIntent(parts, startBudget(), open);
  // The coupon goes back only now: until the provider has canceled the intent it can be paid.
  if (cancellation === "canceled") await close(parts, open);
  return cancellation !== "processing";
}

/** How long an attempt may stay open, in seconds. */
function patienceFor({ couponId, stripePaymentIntentId }: OpenAttempt): number {
  if (couponId !== null) return COUPON_FREE_AFTER_S;
  return stripePaymentIntentId === null ? CUT_OFF_AFTER_S : ABANDONED_AFTER_S;
}

async function recompute({ db }: PaymentParts, userId: string): Promise<boolean> {
  await db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    await recomputeMembership(tx, userId);
  });
  return true;
}

/** Works on a few things at once, all taken from one list. */
async function eachOf<T>(things: readonly T[], work: (thing: T) => Promise<void>): Promise<void> {
  const left = things.values();
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (const thing of left) await work(thing);
  });
  await Promise.all(workers);
}
