import type { Tx } from "@studbook/db/client";
import { readClock } from "@studbook/db/clock";
import {
  type CouponRow,
  findCoupon,
  isCouponLeft,
  lockCoupon,
  releaseCoupon,
  reserveCoupon,
} from "@studbook/db/queries/coupons";
import {
  cancelAttempt,
  countCouponAttempts,
  findOpenAttempt,
  findRejectedAttempt,
  insertAttempt,
  type PaymentAttempt,
} from "@studbook/db/queries/payment-attempts";
import {
  COUPON_RESERVATIONS_A_DAY,
  couponKey,
  decideCoupon,
  isReservationOver,
} from "@studbook/domain/coupons";
import { DomainError } from "@studbook/domain/errors";
import { type Price, quotePrice } from "@studbook/domain/pricing";
import { decidePurchase } from "@studbook/domain/purchase";
import type { IntentChoice } from "@studbook/domain/schemas/payment";
import { isStorable } from "@studbook/domain/schemas/text";
import { lockViewer } from "../auth/lock-viewer.ts";
import type { UserContext } from "../trpc.ts";
import { needsSupport } from "./needs-support.ts";

const MAX_CODE = 64;

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
    const coupon = await getCoupon(tx, choice.couponCode, now);
    const decision = decidePurchase(user, membershipTier, now);
    if (decision.kind === "refused") throw new DomainError(decision.code, decision.message);
    if (await findRejectedAttempt(tx, user.id)) throw needsSupport(ctx.config.supportEmail);
    const price = quotePrice(membershipTier, coupon?.percentOff ?? 0);
    const wanted = { membershipTier, couponId: coupon?.id ?? null, amount: price.amountCents };
    const open = await findOpenAttempt(tx, user.id);
    const isWanted = open && isSame(open, wanted) && !isCouponOver(open, now);
    if (isWanted) return { attempt: open, price, coupon, isWanted: true };
    if (coupon && !(await isCouponLeft(tx, coupon, user.id, open?.id))) throw couponUsed();
    if (coupon && (await isReservedTooOften(tx, coupon, user.id))) throw couponUsed();
    const isClosed = !open || (canceled?.id === open.id && (await closeAttempt(tx, canceled)));
    if (!isClosed) return { attempt: open, price, coupon, isWanted: false };
    if (coupon) await lockUsable(tx, coupon.id, { userId: user.id, now });
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

async function getCoupon(
  tx: Tx,
  code: string | null | undefined,
  now: Date,
): Promise<CouponRow | undefined> {
  const key = couponKey(code);
  if (key === "") return undefined;
  const isCode = key.length <= MAX_CODE && isStorable(key);
  const coupon = isCode ? await findCoupon(tx, key) : undefined;
  checkCoupon(coupon, now);
  return coupon;
}

/**
 * Waits for those who take or change the coupon just now, and looks again: since it was read its limit
 * may have been reached or lowered, or it may have been switched off. Its percentage never changes.
 */
async function lockUsable(
  tx: Tx,
  couponId: string,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  const coupon = await lockCoupon(tx, couponId);
  checkCoupon(coupon, now);
  if (!coupon || !(await isCouponLeft(tx, coupon, userId))) throw couponUsed();
}

/** Whether a user has had a coupon with a limit as often as others may be kept waiting for it. */
async function isReservedTooOften(tx: Tx, coupon: CouponRow, userId: string): Promise<boolean> {
  if (coupon.maxRedemptions === null) return false;
  const attempts = await countCouponAttempts(tx, { userId, couponId: coupon.id });
  return attempts >= COUPON_RESERVATIONS_A_DAY;
}

function checkCoupon(coupon: CouponRow | undefined, now: Date): void {
  const decision = decideCoupon(coupon, now);
  if (decision.kind === "applied") return;
  const { code, message } = decision;
  throw new DomainError(code, message, { issues: [{ path: "couponCode", message }] });
}

/** Whether an attempt has kept its coupon for as long as it may; one without a coupon may stay open. */
function isCouponOver(
  { couponId, createdAt }: Pick<PaymentAttempt, "couponId" | "createdAt">,
  now: Date,
): boolean {
  return couponId !== null && isReservationOver(createdAt, now);
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

function couponUsed(): DomainError {
  const message = "This coupon has already been used.";
  return new DomainError("COUPON_USED", message, { issues: [{ path: "couponCode", message }] });
}
