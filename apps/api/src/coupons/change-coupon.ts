import type { Tx } from "@studbook/db/client";
import {
  type CouponRow,
  countCouponUses,
  lockCoupon,
  updateCoupon,
} from "@studbook/db/queries/coupons";
import { DomainError } from "@studbook/domain/errors";
import type { AuditDetails } from "@studbook/domain/schemas/audit";
import {
  type CouponChange,
  type CouponEntry,
  findCouponDatesProblem,
} from "@studbook/domain/schemas/coupon";
import { actedBy, lockOperator, type Operator } from "../admin/operator.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { couponNotFound, toEntry } from "./coupon-entries.ts";

type Changeable = Pick<
  CouponRow,
  "description" | "active" | "startsAt" | "endsAt" | "maxRedemptions"
>;

/**
 * Changes a coupon's description, dates or limit, or switches it on or off. Code and percentage stay
 * for good: what was promised under a code is kept, and a checkout that reserved it keeps its price.
 * A checkout that runs beside this either has its reservation counted here or sees the change. What is
 * as it was before is not recorded.
 *
 * @throws DomainError COUPON_NOT_FOUND, COUPON_LIMIT_TOO_LOW, BAD_REQUEST for dates that do not go
 *   with the kept ones, NOT_SIGNED_IN, FORBIDDEN
 */
export function changeCoupon(operator: Operator, change: CouponChange): Promise<CouponEntry> {
  return operator.db.transaction().execute(async (tx) => {
    await lockOperator(tx, operator);
    const coupon = await lockCoupon(tx, change.id);
    if (!coupon) throw couponNotFound();
    const uses = await countCouponUses(tx, coupon.id);
    const wanted = applyChange(coupon, change);
    checkDates(wanted);
    if (wanted.maxRedemptions !== coupon.maxRedemptions) checkLimit(wanted.maxRedemptions, uses);
    const changed = listChanges(coupon, wanted);
    if (Object.keys(changed).length === 0) return toEntry(coupon, uses);
    const updated = await updateCoupon(tx, coupon.id, wanted);
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
  const message = `This coupon was used or reserved ${uses} times already. Its limit cannot be below that.`;
  const issues = [{ path: "maxRedemptions", message }];
  throw new DomainError("COUPON_LIMIT_TOO_LOW", message, { issues });
}

/** What differs, as the log keeps it: of a text only that it did. */
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
  const { details, ...by } = actedBy(operator);
  await recordAudit(tx, {
    ...by,
    action: "coupon.changed",
    subject: { type: "coupon", id: couponId },
    details: { ...details, ...changed },
  });
}
