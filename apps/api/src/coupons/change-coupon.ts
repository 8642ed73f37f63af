import type { Tx } from "@studbook/db/client";
import {
  type CouponRow,
  countCouponUses,
  lockCoupon,
  updateCoupon,
} from "@studbook/db/queries/coupons";
import type { AuditDetails } from "@studbook/domain/audit";
import { DomainError } from "@studbook/domain/errors";
import {
  type CouponChange,
  type CouponEntry,
  findCouponDatesProblem,
} from "@studbook/domain/schemas/coupon";
import { auditActor, lockOperator, type Operator } from "../admin/operator.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { couponNotFound, toEntry } from "./coupon-entries.ts";

type Changeable = Pick<
  CouponRow,
  "description" | "active" | "startsAt" | "endsAt" | "maxRedemptions"
>;

/**
 * Changes a coupon's description, dates, limit or active state. Its code and percentage never change, so a checkout
 * that has reserved it keeps its price. A concurrent checkout either has its reservation counted here or sees the
 * change. Only fields that differ are recorded in the audit log.
 *
 * @throws DomainError COUPON_NOT_FOUND, COUPON_LIMIT_TOO_LOW, BAD_REQUEST if the dates contradict each other,
 *   NOT_SIGNED_IN, FORBIDDEN
 */
export function changeCoupon(operator: Operator, change: CouponChange): Promise<CouponEntry> {
  return operator.db.transaction().execute(async (tx) => {
    await lockOperator(tx, operator);
    const coupon = await lockCoupon(tx, change.id);
    if (!coupon) throw couponNotFound();
    const uses = await countCouponUses(tx, coupon.id);
    const next = applyChange(coupon, change);
    checkDates(next);
    if (next.maxRedemptions !== coupon.maxRedemptions) checkLimit(next.maxRedemptions, uses);
    const changed = listChanges(coupon, next);
    if (Object.keys(changed).length === 0) return toEntry(coupon, uses);
    const updated = await updateCoupon(tx, coupon.id, next);
    await recordChange(tx, operator, { couponId: coupon.id, changed });
    return toEntry(updated, uses);
  });
}

function applyChange(coupon: CouponRow, change: CouponChange): Changeable {
  const { description, active, startsAt, endsAt, maxRedemptions } = change;
  return {
    description: description ?? coupon.description,
    active: active ?? coupon.active,
    startsAt: startsAt === undefined ? coupon.startsAt : startsAt,
    endsAt: endsAt === undefined ? coupon.endsAt : endsAt,
    maxRedemptions: maxRedemptions === undefined ? coupon.maxRedemptions : maxRedemptions,
  };
}

function checkDates({ startsAt, endsAt }: Changeable): void {
  const message = findCouponDatesProblem(startsAt, endsAt);
  if (!message) return;
  throw new DomainError("BAD_REQUEST", message, { issues: [{ path: "endsAt", message }] });
}

function checkLimit(limit: number | null, uses: number): void {
  if (limit === null || limit >= uses) return;
  const count = uses === 1 ? "once" : `${uses} times`;
  const message = `This coupon has already been used or reserved ${count}, so its limit must be at least ${uses}.`;
  const issues = [{ path: "maxRedemptions", message }];
  throw new DomainError("COUPON_LIMIT_TOO_LOW", message, { issues });
}

/** The changed fields for the audit log, which stores no texts: of the description only that it changed. */
function listChanges(before: Changeable, after: Changeable): AuditDetails {
  const { active, maxRedemptions } = after;
  const startsAt = after.startsAt?.toISOString();
  const endsAt = after.endsAt?.toISOString();
  return {
    ...(after.description !== before.description && { description: true }),
    ...(active !== before.active && { active }),
    ...(startsAt !== before.startsAt?.toISOString() && { startsAt: startsAt ?? "none" }),
    ...(endsAt !== before.endsAt?.toISOString() && { endsAt: endsAt ?? "none" }),
    ...(maxRedemptions !== before.maxRedemptions && { maxRedemptions: maxRedemptions ?? "none" }),
  };
}

async function recordChange(
  tx: Tx,
  operator: Operator,
  { couponId, changed }: { couponId: string; changed: AuditDetails },
): Promise<void> {
  const { details, ...by } = auditActor(operator);
  await recordAudit(tx, {
    ...by,
    action: "coupon.changed",
    subject: { type: "coupon", id: couponId },
    details: { ...details, ...changed },
  });
}
