import type { Tx } from "@studbook/db/client";
import {
  type CouponRow,
  findCoupon,
  isCouponAvailable,
  lockCoupon,
} from "@studbook/db/queries/coupons";
import { countCouponAttempts } from "@studbook/db/queries/payment-attempts";
import { COUPON_RESERVATIONS_PER_DAY, couponKey, decideCoupon } from "@studbook/domain/coupons";
import { DomainError } from "@studbook/domain/errors";
import { MAX_COUPON_CODE_LENGTH } from "@studbook/domain/schemas/coupon";
import { isStorable } from "@studbook/domain/schemas/text";

/** Returns the coupon with this code, or undefined without a code. Throws DomainError COUPON_INVALID if it is not valid at `now`. */
export async function getUsableCoupon(
  tx: Tx,
  code: string | null | undefined,
  now: Date,
): Promise<CouponRow | undefined> {
  const key = couponKey(code);
  if (key === "") return undefined;
  const isCode = key.length <= MAX_COUPON_CODE_LENGTH && isStorable(key);
  const coupon = isCode ? await findCoupon(tx, key) : undefined;
  checkUsable(coupon, now);
  return coupon;
}

/**
 * Checks that a user may reserve a coupon, ignoring the reservation of the attempt `ignoredAttemptId`.
 *
 * @throws DomainError COUPON_USED
 */
export async function checkReservable(
  tx: Tx,
  coupon: CouponRow,
  { userId, ignoredAttemptId }: { userId: string; ignoredAttemptId: string | undefined },
): Promise<void> {
  if (!(await isCouponAvailable(tx, coupon, userId, ignoredAttemptId))) throw couponUsed();
  if (coupon.maxRedemptions === null) return;
  const attempts = await countCouponAttempts(tx, { userId, couponId: coupon.id });
  if (attempts >= COUPON_RESERVATIONS_PER_DAY) throw couponUsed();
}

/**
 * Locks a coupon until the transaction ends and checks it again: since it was read, it may have been disabled, or its
 * limit may have been reached or lowered. Its percentage never changes.
 *
 * @throws DomainError COUPON_INVALID, COUPON_USED
 */
export async function lockReservable(
  tx: Tx,
  couponId: string,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  const coupon = await lockCoupon(tx, couponId);
  checkUsable(coupon, now);
  if (!coupon || !(await isCouponAvailable(tx, coupon, userId))) throw couponUsed();
}

function checkUsable(coupon: CouponRow | undefined, now: Date): void {
  const decision = decideCoupon(coupon, now);
  if (decision.kind === "applied") return;
  const { code, message } = decision;
  throw new DomainError(code, message, { issues: [{ path: "couponCode", message }] });
}

function couponUsed(): DomainError {
  const message = "This coupon is no longer available.";
  return new DomainError("COUPON_USED", message, { issues: [{ path: "couponCode", message }] });
}
