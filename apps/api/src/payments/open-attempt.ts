import type { Tx } from "@studbook/db/client";
import { readClock } from "@studbook/db/clock";
import { type CouponRow, releaseCoupon, reserveCoupon } from "@studbook/db/queries/coupons";
import {
  cancelAttempt,
  findOpenAttempt,
  findRejectedAttempt,
  insertAttempt,
  type PaymentAttempt,
} from "@studbook/db/queries/payment-attempts";
import { isReservationExpired } from "@studbook/domain/coupons";
import { DomainError } from "@studbook/domain/errors";
import { type Price, quotePrice } from "@studbook/domain/pricing";
import { decidePurchase } from "@studbook/domain/purchase";
import type { IntentChoice } from "@studbook/domain/schemas/payment";
import { lockViewer } from "../auth/lock-viewer.ts";
import { checkReservable, getUsableCoupon, lockReservable } from "../coupons/reserve-coupon.ts";
import type { UserContext } from "../trpc.ts";
import { needsSupport } from "./needs-support.ts";

export type OpenedAttempt = {
  attempt: PaymentAttempt;
  price: Price;
  coupon: CouponRow | undefined;
  /** Whether the open attempt is for what is wanted now; otherwise its intent has to go first. */
  isWanted: boolean;
};

/**
 * Finds the user's open attempt or opens one, with its coupon reserved. The price is the server's; an
 * attempt for something else is closed only once its intent was canceled, and `canceled` is what it was
 * then. What is refused leaves everything as it was.
 *
 * @throws DomainError COUPON_INVALID, COUPON_USED, PURCHASE_REFUSED, PAYMENT_MISMATCH, FORBIDDEN, NOT_SIGNED_IN
 */
export function openAttempt(
  ctx: UserContext,
  choice: IntentChoice,
  canceled?: PaymentAttempt,
): Promise<OpenedAttempt> {
  const { membershipTier } = choice;
  return ctx.db.transaction().execute(async (tx) => {
    const user = await lockViewer(tx, ctx);
    const now = await readClock(tx);
    const coupon = await getUsableCoupon(tx, choice.couponCode, now);
    const decision = decidePurchase(user, membershipTier, now);
    if (decision.kind === "refused") throw new DomainError(decision.code, decision.message);
    if (await findRejectedAttempt(tx, user.id)) throw needsSupport(ctx.config.supportEmail);
    const price = quotePrice(membershipTier, coupon?.percentOff ?? 0);
    const wanted = { membershipTier, couponId: coupon?.id ?? null, amount: price.amountCents };
    const open = await findOpenAttempt(tx, user.id);
    const isWanted = open && isSame(open, wanted) && !isCouponOver(open, now);
    if (isWanted) return { attempt: open, price, coupon, isWanted: true };
    if (coupon) await checkReservable(tx, coupon, { userId: user.id, besides: open?.id });
    const isClosed = !open || (canceled?.id === open.id && (await closeAttempt(tx, canceled)));
    if (!isClosed) return { attempt: open, price, coupon, isWanted: false };
    if (coupon) await lockReservable(tx, coupon.id, { userId: user.id, now });
    const attempt = await insertAttempt(tx, { userId: user.id, ...wanted });
    const { id: attemptId } = attempt;
    if (coupon) await reserveCoupon(tx, { couponId: coupon.id, userId: user.id, attemptId });
    return { attempt, price, coupon, isWanted: true };
  });
}

/**
 * Closes an attempt that nobody can pay any more and gives its coupon back, unless it has changed since
 * it was read. The caller has locked the user.
 */
export async function closeAttempt(tx: Tx, attempt: PaymentAttempt): Promise<boolean> {
  const isClosed = await cancelAttempt(tx, attempt);
  if (isClosed) await releaseCoupon(tx, attempt.id);
  return isClosed;
}

/** Whether an attempt has kept its coupon for as long as it may; one without a coupon may stay open. */
function isCouponOver(
  { couponId, createdAt }: Pick<PaymentAttempt, "couponId" | "createdAt">,
  now: Date,
): boolean {
  return couponId !== null && isReservationExpired(createdAt, now);
}

function isSame(
  open: PaymentAttempt,
  wanted: Pick<PaymentAttempt, "membershipTier" | "couponId" | "amount">,
): boolean {
  return (
    open.membershipTier === wanted.membershipTier &&
    open.couponId === wanted.couponId &&
    open.amount === wanted.amount
  );
}
