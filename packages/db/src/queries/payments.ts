import type { Period } from "@studbook/domain/periods";
import type { Tier } from "@studbook/domain/plans";
import { type Insertable, type Selectable, sql } from "kysely";
import type { Db, Tx } from "../client.ts";
import type { Payments } from "../schema.gen.ts";

export type Payment = Selectable<Payments>;

export type NewPayment = Insertable<Payments>;

/** Inserts a payment; `amount` is in cents. Throws a unique violation if the intent already has a payment. */
export async function insertPayment(db: Db, payment: NewPayment): Promise<Payment> {
  return await db.insertInto("payments").values(payment).returningAll().executeTakeFirstOrThrow();
}

export async function findPayment(db: Db, id: string): Promise<Payment | undefined> {
  return await db.selectFrom("payments").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Finds the payment of an intent, in any status. */
export async function findPaymentByIntent(db: Db, intentId: string): Promise<Payment | undefined> {
  return await db
    .selectFrom("payments")
    .selectAll()
    .where("stripePaymentIntentId", "=", intentId)
    .executeTakeFirst();
}

/** Updates an existing payment. The caller has locked its user. */
export async function updatePayment(
  tx: Tx,
  id: string,
  changes: Partial<
    Pick<
      Payment,
      | "status"
      | "amount"
      | "amountRefunded"
      | "periodFrom"
      | "periodTo"
      | "grantedTier"
      | "grantedUntil"
    >
  >,
): Promise<void> {
  await tx.updateTable("payments").set(changes).where("id", "=", id).execute();
}

/** Ends a user's unexpired Basic periods now, for good. The caller has locked the user. */
export async function endBasicPeriods(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable("payments")
    .set({ givenUpAt: sql<Date>`studbook_now()` })
    .where("userId", "=", userId)
    .where("membershipTier", "=", "basic")
    .where("periodTo", ">", sql<Date>`studbook_now()`)
    .where("givenUpAt", "is", null)
    .execute();
}

/**
 * Returns the periods that count for a user's membership: those of payments that are neither refunded in full nor
 * disputed, and granted memberships that existed when a purchase was made.
 */
export async function listPeriods(db: Db, userId: string): Promise<Period[]> {
  const { rows } = await sql<Period>`
    select membership_tier as tier, period_from as "from", period_to as "to", given_up_at
      from payments
      where user_id = ${userId} and status = 'succeeded' and period_from is not null
    union all
    select granted_tier, 'epoch'::timestamptz, granted_until,
        case when granted_tier = 'basic' and membership_tier = 'premium' then period_from end
      from payments
      where user_id = ${userId} and granted_until is not null`.execute(db);
  return rows;
}

/** Finds the payment of this tier whose period has not ended and ends last. */
export async function findCurrentPayment(
  db: Db,
  userId: string,
  tier: Tier,
): Promise<Payment | undefined> {
  return await db
    .selectFrom("payments")
    .selectAll()
    .where("userId", "=", userId)
    .where("membershipTier", "=", tier)
    .where("status", "=", "succeeded")
    .where("givenUpAt", "is", null)
    .where("periodTo", ">", sql<Date>`studbook_now()`)
    .orderBy("periodTo", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Returns users whose membership expired in the last 30 days although one of their payments covers a later time. */
export async function listOverdueMembers(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("users")
    .innerJoin("payments", "payments.userId", "users.id")
    .select("users.id")
    .distinct()
    .where("users.membershipExpiresAt", "<=", sql<Date>`studbook_now()`)
    .where("users.membershipExpiresAt", ">", sql<Date>`studbook_now() - interval '30 days'`)
    .where("payments.status", "=", "succeeded")
    .where("payments.givenUpAt", "is", null)
    .where("payments.periodTo", ">", sql<Date>`studbook_now()`)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
