import type { Cursor } from "@studbook/domain/cursor";
import { isUuid } from "@studbook/domain/uuid";
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Db, Tx } from "../client.ts";
import type { Coupons } from "../schema.gen.ts";

export type CouponRow = Selectable<Coupons>;
type NewCouponRow = Insertable<Pick<Coupons, "code" | "key" | "description" | "percentOff">> &
  CouponChanges;

/** What may change of a coupon once it exists. */
export type CouponChanges = Updateable<
  Pick<Coupons, "description" | "active" | "startsAt" | "endsAt" | "maxRedemptions">
>;

const NOW = sql<Date>`studbook_now()`;

/** The coupon of a key, usable or not. */
export async function findCoupon(db: Db, key: string): Promise<CouponRow | undefined> {
  return await db.selectFrom("coupons").selectAll().where("key", "=", key).executeTakeFirst();
}

/** The coupon of an id. A malformed one is that of none. */
export async function findCouponById(db: Db, id: string): Promise<CouponRow | undefined> {
  if (!isUuid(id)) return undefined;
  return await db.selectFrom("coupons").selectAll().where("id", "=", id).executeTakeFirst();
}

/**
 * Locks a coupon until the transaction ends: nobody else reserves or changes it meanwhile. The caller
 * has locked the user first. Attempts that refer to the coupon can be inserted concurrently. A malformed id is that of
 * no coupon.
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

/** How many have used a coupon, or have it reserved for an open attempt other than `besides`. */
export async function countCouponUses(db: Db, couponId: string, besides?: string): Promise<number> {
  const { uses } = await db
    .selectFrom("couponRedemptions")
    .select(({ fn }) => fn.countAll<number>().as("uses"))
    .where("couponId", "=", couponId)
    .$if(besides !== undefined, (query) => query.where("attemptId", "!=", besides ?? ""))
    .executeTakeFirstOrThrow();
  return uses;
}

/**
 * Whether a user could still reserve a coupon: it is not used up and the user has not used it. What
 * the attempt `besides` reserved does not count. Holds as long as the coupon is locked.
 */
export async function isCouponLeft(
  db: Db,
  coupon: Pick<CouponRow, "id" | "maxRedemptions">,
  userId: string,
  besides?: string,
): Promise<boolean> {
  const own = await db
    .selectFrom("couponRedemptions")
    .select("attemptId")
    .where("couponId", "=", coupon.id)
    .where("userId", "=", userId)
    .executeTakeFirst();
  if (own && own.attemptId !== besides) return false;
  if (coupon.maxRedemptions === null) return true;
  return (await countCouponUses(db, coupon.id, besides)) < coupon.maxRedemptions;
}

/** Reserves a coupon for an attempt. The caller has locked user and coupon and seen that it is left. */
export async function reserveCoupon(
  tx: Tx,
  reservation: { couponId: string; userId: string; attemptId: string },
): Promise<void> {
  await tx.insertInto("couponRedemptions").values(reservation).execute();
}

/** Gives back what an attempt had reserved. The caller has locked the user. */
export async function releaseCoupon(tx: Tx, attemptId: string): Promise<void> {
  await tx.deleteFrom("couponRedemptions").where("attemptId", "=", attemptId).execute();
}

/** A page of all coupons with their uses, newest first, and the place after which the next one begins. */
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

/** Adds a coupon; undefined when there is one of this key, also one that is being added just now. */
export async function insertCoupon(tx: Tx, coupon: NewCouponRow): Promise<CouponRow | undefined> {
  return await tx
    .insertInto("coupons")
    .values(coupon)
    .onConflict((conflict) => conflict.constraint("coupons_key").doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Changes a coupon. The caller has locked it. */
export async function updateCoupon(tx: Tx, id: string, changes: CouponChanges): Promise<CouponRow> {
  return await tx
    .updateTable("coupons")
    .set({ ...changes, updatedAt: NOW })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
