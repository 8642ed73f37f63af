import { grantedPeriod, type Period } from "@studbook/domain/periods";
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
      | "listPrice"
      | "replaces"
      | "grantedTier"
      | "grantedUntil"
    >
  >,
): Promise<void> {
  await tx.updateTable("payments").set(changes).where("id", "=", id).execute();
}

type PeriodRow = Period & { grantedTier: Tier | null; grantedUntil: Date | null };

/** Returns the periods of a user's payments, and the granted memberships that existed when a purchase was made. */
export async function listPeriods(db: Db, userId: string): Promise<Period[]> {
  const { rows } = await sql<PeriodRow>`
    select id, membership_tier as tier, period_from as "from",
      least(period_to, given_up_at) as "to", list_price as list_price_cents,
      status = 'succeeded' as counts, replaces, granted_tier, granted_until
    from payments where user_id = ${userId} and period_from is not null`.execute(db);
  return rows.flatMap(({ grantedTier, grantedUntil, ...period }) => {
    if (!grantedTier || !grantedUntil) return [period];
    const granted = grantedPeriod(`grant:${period.id}`, {
      tier: grantedTier,
      expiresAt: grantedUntil,
    });
    const isReplaced = period.tier === "premium" && grantedTier === "basic";
    const replaces = isReplaced ? [...period.replaces, granted.id] : period.replaces;
    return [granted, { ...period, replaces }];
  });
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
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("payments as upgrade")
            .where("upgrade.userId", "=", userId)
            .where("upgrade.status", "=", "succeeded")
            .where(sql<boolean>`payments.id::text = any(upgrade.replaces)`),
        ),
      ),
    )
    .orderBy("periodTo", "desc")
    .limit(1)
    .executeTakeFirst();
}

/**
 * Returns users whose membership has expired, or who have only Basic, although one of their payments covers the
 * present: its period has begun, or a better membership has expired, in the last 30 days.
 */
export async function listOverdueMembers(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with paid as (
      select user_id, membership_tier, period_from from payments
      where status = 'succeeded' and given_up_at is null
        and period_from <= studbook_now() and period_to > studbook_now()
    )
    select users.id from users join paid on paid.user_id = users.id
      where membership_expires_at <= studbook_now()
        and membership_expires_at > studbook_now() - interval '30 days'
    union
    select users.id from paid join users on paid.user_id = users.id
      where period_from > studbook_now() - interval '30 days'
        and (membership_expires_at is null or membership_expires_at <= studbook_now()
          or (users.membership_tier = 'basic' and paid.membership_tier = 'premium'))
    limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
