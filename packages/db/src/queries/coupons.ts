import type { Cursor } from "@studbook/domain/cursor";
import { isUuid } from "@studbook/domain/uuid";
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Db, Tx } from "../client.ts";
import type { Coupons } from "../schema.gen.ts";

export type CouponRow = Selectable<Coupons>;
type NewCouponRow = Insertable<Pick<Coupons, "code" | "key" | "description" | "percentOff">> &
  CouponChanges;

/** The fields of a coupon that can change after it is created. */
export type CouponChanges = Updateable<
  Pick<Coupons, "description" | "active" | "startsAt" | "endsAt" | "maxRedemptions">
>;

const NOW = sql<Date>`studbook_now()`;

/** Finds a coupon by its key, whether or not it can be used. */
export async function findCoupon(db: Db, key: string): Promise<CouponRow | undefined> {
  return await db.selectFrom("coupons").selectAll().where("key", "=", key).executeTakeFirst();
}

/** Finds a coupon by ID. Returns undefined for a malformed ID. */
export async function findCouponById(db: Db, id: string): Promise<CouponRow | undefined> {
  if (!isUuid(id)) return undefined;
  return await db.selectFrom("coupons").selectAll().where("id", "=", id).executeTakeFirst();
}

/**
 * Locks a coupon until the transaction ends, so that nobody else reserves or changes it. The caller has locked the
 * user first. Other transactions can still insert attempts that refer to the coupon. Returns undefined for a malformed
 * ID.
 */
export async function lockCoupon(tx: Tx, id: string): Promise<CouponRow | undefined> {
  if (!isUuid(id)) return undefined;
  return await tx
    .selectFrom("coupons")
    .selectAll()
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Counts uses and reservations of a coupon, except the reservation of `exceptAttemptId`. */
export async function countCouponUses(
  db: Db,
  couponId: string,
  exceptAttemptId?: string,
): Promise<number> {
  const { uses } = await db
    .selectFrom("couponRedemptions")
    .select(({ fn }) => fn.countAll<number>().as("uses"))
    .where("couponId", "=", couponId)
    .$if(exceptAttemptId !== undefined, (query) =>
      query.where("attemptId", "!=", exceptAttemptId ?? ""),
    )
    .executeTakeFirstOrThrow();
  return uses;
}

/**
 * Returns whether a user can reserve a coupon: it is not used up, and this user has not used it. The reservation of
 * `exceptAttemptId` does not count. The result holds while the coupon is locked.
 */
export async function isCouponAvailable(
  db: Db,
  coupon: Pick<CouponRow, "id" | "maxRedemptions">,
  userId: string,
  exceptAttemptId?: string,
): Promise<boolean> {
  const own = await db
    .selectFrom("couponRedemptions")
    .select("attemptId")
    .where("couponId", "=", coupon.id)
    .where("userId", "=", userId)
    .executeTakeFirst();
  if (own && own.attemptId !== exceptAttemptId) return false;
  if (coupon.maxRedemptions === null) return true;
  return (await countCouponUses(db, coupon.id, exceptAttemptId)) < coupon.maxRedemptions;
}

/** Reserves a coupon for an attempt. The caller has locked user and coupon and checked `isCouponAvailable`. */
export async function reserveCoupon(
  tx: Tx,
  reservation: { couponId: string; userId: string; attemptId: string },
): Promise<void> {
  await tx.insertInto("couponRedemptions").values(reservation).execute();
}

/** Releases the coupon that an attempt has reserved. The caller has locked the user. */
export async function releaseCoupon(tx: Tx, attemptId: string): Promise<void> {
  await tx.deleteFrom("couponRedemptions").where("attemptId", "=", attemptId).execute();
}

/** Returns a page of all coupons with their uses, newest first, and the cursor of the next page. */
export async function listCoupons(
  db: Db,
  { limit, after }: { limit: number; after?: Cursor | undefined },
): Promise<{ items: (CouponRow & { uses: number })[]; next?: Cursor }> {
  const rows = await db
    .selectFrom("coupons")
    .selectAll()
    .select(
      sql<number>`(select count(*) from coupon_redemptions where coupon_id = coupons.id)`.as(
        "uses",
      ),
    )
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(created_at, id) < (${after?.createdAt}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return last && rows.length > items.length
    ? { items, next: { createdAt: last.createdAt.toISOString(), id: last.id } }
    : { items };
}

/** Inserts a coupon. Returns undefined if its key exists, even if a concurrent transaction has just inserted it. */
export async function insertCoupon(tx: Tx, coupon: NewCouponRow): Promise<CouponRow | undefined> {
  return await tx
    .insertInto("coupons")
    .values(coupon)
    .onConflict((conflict) => conflict.constraint("coupons_key").doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Updates a coupon. The caller has locked it. */
export async function updateCoupon(tx: Tx, id: string, changes: CouponChanges): Promise<CouponRow> {
  return await tx
    .updateTable("coupons")
    .set({ ...changes, updatedAt: NOW })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
