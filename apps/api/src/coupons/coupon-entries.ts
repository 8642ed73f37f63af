import type { Db } from "@studbook/db/client";
import {
  type CouponRow,
  findCoupon,
  findCouponById,
  listCoupons,
} from "@studbook/db/queries/coupons";
import { couponKey } from "@studbook/domain/coupons";
import { encodeCursor } from "@studbook/domain/cursor";
import { DomainError } from "@studbook/domain/errors";
import type { CouponEntry, CouponPage, CouponSearch } from "@studbook/domain/schemas/coupon";
import { getCursor } from "../cursor.ts";

/** Returns a page of all coupons, newest first. Throws DomainError BAD_REQUEST for an invalid cursor. */
export async function listCouponEntries(
  db: Db,
  { limit, cursor }: CouponSearch,
): Promise<CouponPage> {
  const { items, next } = await listCoupons(db, { limit, after: getCursor(cursor) });
  return {
    items: items.map((row) => toEntry(row, row.uses)),
    nextCursor: next ? encodeCursor(next) : null,
  };
}

/** Returns a coupon by its ID. Throws DomainError COUPON_NOT_FOUND, also for a malformed ID. */
export async function getCoupon(db: Db, id: string): Promise<CouponRow> {
  const coupon = await findCouponById(db, id);
  if (!coupon) throw couponNotFound();
  return coupon;
}

/** Returns a coupon by its code, ignoring case. Throws DomainError COUPON_NOT_FOUND. */
export async function getCouponByCode(db: Db, code: string): Promise<CouponRow> {
  const coupon = await findCoupon(db, couponKey(code));
  if (!coupon) throw couponNotFound();
  return coupon;
}

/** Converts a coupon's row to the API's format. */
export function toEntry(coupon: CouponRow, uses: number): CouponEntry {
  const { id, code, description, percentOff, active, maxRedemptions } = coupon;
  return {
    id,
    code,
    description,
    percentOff,
    active,
    startsAt: coupon.startsAt?.toISOString() ?? null,
    endsAt: coupon.endsAt?.toISOString() ?? null,
    maxRedemptions,
    uses,
    createdAt: coupon.createdAt.toISOString(),
  };
}

export function couponNotFound(): DomainError {
  return new DomainError("COUPON_NOT_FOUND", "Coupon not found.");
}
