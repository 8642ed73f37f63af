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
import { paymentMismatch } from "./payment-errors.ts";

export type OpenedAttempt = {
  attempt: PaymentAttempt;
  price: Price;
  coupon: CouponRow | undefined;
  /** Whether the open attempt is for the chosen tier and coupon. If not, its intent must be canceled first. */
  isCurrent: boolean;
};

/**
 * Returns the user's open attempt, or opens one at the server's price and reserves its coupon. A refused choice
 * changes nothing.
 *
 * @param canceled the attempt whose intent the caller has canceled; an attempt for another choice is replaced only then
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
    if (await findRejectedAttempt(tx, user.id)) throw paymentMismatch(ctx.config.supportEmail);
    const price = quotePrice(membershipTier, coupon?.percentOff ?? 0);
    const wanted = { membershipTier, couponId: coupon?.id ?? null, amount: price.amountCents };
    const open = await findOpenAttempt(tx, user.id);
    const isCurrent = open && isSame(open, wanted) && !hasExpiredReservation(open, now);
    if (isCurrent) return { attempt: open, price, coupon, isCurrent: true };
    if (coupon) await checkReservable(tx, coupon, { userId: user.id, ignoredAttemptId: open?.id });
    const isClosed = !open || (canceled?.id === open.id && (await closeAttempt(tx, canceled)));
    if (!isClosed) return { attempt: open, price, coupon, isCurrent: false };
    if (coupon) await lockReservable(tx, coupon.id, { userId: user.id, now });
    const attempt = await insertAttempt(tx, { userId: user.id, ...wanted });
    const { id: attemptId } = attempt;
    if (coupon) await reserveCoupon(tx, { couponId: coupon.id, userId: user.id, attemptId });
    return { attempt, price, coupon, isCurrent: true };
  });
}

/**
 * Closes an attempt that can no longer be paid and releases its coupon, unless the attempt has changed since it was
 * read. The caller has locked the user. Returns whether it was closed.
 */
export async function closeAttempt(tx: Tx, attempt: PaymentAttempt): Promise<boolean> {
  const isClosed = await cancelAttempt(tx, attempt);
  if (isClosed) await releaseCoupon(tx, attempt.id);
  return isClosed;
}

function hasExpiredReservation(
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
