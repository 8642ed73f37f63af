import { insertCoupon } from "@studbook/db/queries/coupons";
import { couponKey } from "@studbook/domain/coupons";
import { DomainError } from "@studbook/domain/errors";
import type { CouponEntry, NewCoupon } from "@studbook/domain/schemas/coupon";
import { auditActor, lockOperator, type Operator } from "../admin/operator.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { toEntry } from "./coupon-entries.ts";

/**
 * Creates an active coupon. Codes are unique, ignoring case.
 *
 * @throws DomainError COUPON_EXISTS, NOT_SIGNED_IN, FORBIDDEN
 */
export function createCoupon(operator: Operator, coupon: NewCoupon): Promise<CouponEntry> {
  const { code, description, percentOff } = coupon;
  const { startsAt = null, endsAt = null, maxRedemptions = null } = coupon;
  return operator.db.transaction().execute(async (tx) => {
    await lockOperator(tx, operator);
    const created = await insertCoupon(tx, {
      code,
      key: couponKey(code),
      description,
      percentOff,
      startsAt,
      endsAt,
      maxRedemptions,
    });
    if (!created) throw couponExists();
    const { details, ...by } = auditActor(operator);
    await recordAudit(tx, {
      ...by,
      action: "coupon.created",
      subject: { type: "coupon", id: created.id },
      details: {
        ...details,
        percentOff,
        ...(startsAt && { startsAt: startsAt.toISOString() }),
        ...(endsAt && { endsAt: endsAt.toISOString() }),
        ...(maxRedemptions !== null && { maxRedemptions }),
      },
    });
    return toEntry(created, 0);
  });
}

function couponExists(): DomainError {
  const message = "A coupon with this code already exists.";
  return new DomainError("COUPON_EXISTS", message, { issues: [{ path: "code", message }] });
}
