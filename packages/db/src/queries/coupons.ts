import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../client.ts";
import type { Coupons } from "../schema.gen.ts";

export type CouponRow = Selectable<Coupons>;

/** The coupon of a key, usable or not. */
export async function findCoupon(db: Db, key: string): Promise<CouponRow | undefined> {
  return await db.selectFrom("coupons").selectAll().where("key", "=", key).executeTakeFirst();
}

export async function findCouponById(db: Db, id: string): Promise<CouponRow | undefined> {
  return await db.selectFrom("coupons").selectAll().where("id", "=", id).executeTakeFirst();
}

/**
 * Whether a user could still reserve a coupon: it is not used up and the user has not used it. What
 * the attempt `besides` reserved does not count.
 */
export async function isCouponLeft(
  db: Db,
  coupon: CouponRow,
  userId: string,
  besides?: string,
): Promise<boolean> {
  const { used, own } = await db
    .selectFrom("couponRedemptions")
    .select(({ fn }) => [
      fn.countAll<number>().as("used"),
      sql<number>`count(*) filter (where user_id = ${userId})`.as("own"),
    ])
    .where("couponId", "=", coupon.id)
    .$if(besides !== undefined, (query) => query.where("attemptId", "!=", besides ?? ""))
    .executeTakeFirstOrThrow();
  return own === 0 && (coupon.maxRedemptions === null || used < coupon.maxRedemptions);
}

/**
 * Reserves a coupon for an attempt; false when it is used up or the user has used it. The caller has
 * locked the user. The coupon's own lock keeps two users from taking the last one.
 */
export async function reserveCoupon(
  tx: Tx,
  coupon: CouponRow,
  { userId, attemptId }: { userId: string; attemptId: string },
): Promise<boolean> {
  if (coupon.maxRedemptions !== null) {
    await tx.selectFrom("coupons").select("id").where("id", "=", coupon.id).forUpdate().execute();
  }
  if (!(await isCouponLeft(tx, coupon, userId))) return false;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("couponRedemptions")
    .values({ couponId: coupon.id, userId, attemptId })
    .onConflict((conflict) => conflict.constraint("coupon_redemptions_once").doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Gives back what an attempt had reserved. The caller has locked the user. */
export async function releaseCoupon(tx: Tx, attemptId: string): Promise<void> {
  await tx.deleteFrom("couponRedemptions").where("attemptId", "=", attemptId).execute();
}
