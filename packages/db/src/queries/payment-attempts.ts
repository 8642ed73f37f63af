import type { Tier } from "@studbook/domain/plans";
import { isUuid } from "@studbook/domain/uuid";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Db, Tx } from "../client.ts";
import type { PaymentAttempts } from "../schema.gen.ts";

/** One attempt to pay for a year, and its Stripe payment intent. */
export type PaymentAttempt = Selectable<PaymentAttempts>;

const NOW = sql<Date>`studbook_now()`;

/** Whether a text has the form of a payment intent ID; other texts are not looked up. */
export function isIntentId(text: string): boolean {
  return /^pi_\w{1,250}$/.test(text);
}

/** Returns undefined for an unknown ID and for a text that is not an ID. */
export async function findAttempt(db: Db, id: string): Promise<PaymentAttempt | undefined> {
  if (!isUuid(id)) return undefined;
  return await db.selectFrom("paymentAttempts").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Locks an attempt until the transaction ends. The caller has locked its user first. */
export async function lockAttempt(tx: Tx, id: string): Promise<PaymentAttempt | undefined> {
  return await tx
    .selectFrom("paymentAttempts")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Finds the attempt of a payment intent. Returns undefined for a malformed ID. */
export async function findAttemptByIntent(
  db: Db,
  intentId: string,
): Promise<PaymentAttempt | undefined> {
  if (!isIntentId(intentId)) return undefined;
  return await db
    .selectFrom("paymentAttempts")
    .selectAll()
    .where("stripePaymentIntentId", "=", intentId)
    .executeTakeFirst();
}

export async function findOpenAttempt(db: Db, userId: string): Promise<PaymentAttempt | undefined> {
  return await db
    .selectFrom("paymentAttempts")
    .selectAll()
    .where("userId", "=", userId)
    .where("status", "=", "open")
    .executeTakeFirst();
}

/** Inserts an open attempt; `amount` is in cents. The caller has locked the user, who has no other open attempt. */
export async function insertAttempt(
  tx: Tx,
  attempt: { userId: string; membershipTier: Tier; couponId: string | null; amount: number },
): Promise<PaymentAttempt> {
  return await tx
    .insertInto("paymentAttempts")
    .values(attempt)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Counts the user's attempts of the last 24 hours that reserved this coupon and have an intent; without one, Stripe
 * failed, not the buyer. Exact while the caller has locked the user.
 */
export async function countCouponAttempts(
  tx: Tx,
  { userId, couponId }: { userId: string; couponId: string },
): Promise<number> {
  const { attempts } = await tx
    .selectFrom("paymentAttempts")
    .select(({ fn }) => fn.countAll<number>().as("attempts"))
    .where("userId", "=", userId)
    .where("couponId", "=", couponId)
    .where("stripePaymentIntentId", "is not", null)
    .where("createdAt", ">", sql<Date>`studbook_now() - interval '24 hours'`)
    .executeTakeFirstOrThrow();
  return attempts;
}

/** Stores the intent of an open attempt. Returns false if the attempt is closed or has another intent. */
export async function setAttemptIntent(db: Db, id: string, intentId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("paymentAttempts")
    .set({ stripePaymentIntentId: intentId, updatedAt: NOW })
    .where("id", "=", id)
    .where("status", "=", "open")
    .where((eb) =>
      eb.or([eb("stripePaymentIntentId", "is", null), eb("stripePaymentIntentId", "=", intentId)]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Updates an attempt and increments its revision, also when only its payment has changed. The caller has locked the
 * user.
 */
export async function changeAttempt(
  tx: Tx,
  id: string,
  changes: { status?: PaymentAttempt["status"]; stripePaymentIntentId?: string } = {},
): Promise<void> {
  await tx
    .updateTable("paymentAttempts")
    .set((eb) => ({ ...changes, revision: eb("revision", "+", 1), updatedAt: NOW }))
    .where("id", "=", id)
    .execute();
}

/** Returns whether any attempt was ever paid. */
export async function hasPaidAttempt(db: Db): Promise<boolean> {
  const paid = await db
    .selectFrom("paymentAttempts")
    .select("id")
    .where("status", "in", ["succeeded", "rejected"])
    .limit(1)
    .executeTakeFirst();
  return paid !== undefined;
}

/** Finds an attempt of the user whose payment did not match it and has not been refunded yet. */
export async function findRejectedAttempt(
  db: Db,
  userId: string,
): Promise<PaymentAttempt | undefined> {
  return await db
    .selectFrom("paymentAttempts")
    .innerJoin("payments", "payments.attemptId", "paymentAttempts.id")
    .selectAll("paymentAttempts")
    .where("paymentAttempts.userId", "=", userId)
    .where("paymentAttempts.status", "=", "rejected")
    .where("payments.status", "=", "succeeded")
    .limit(1)
    .executeTakeFirst();
}

/**
 * Cancels an attempt if it is still open and its intent has not changed since the caller read it: a concurrent call
 * may have stored an intent and returned its secret. Returns whether it was canceled. The caller has locked the user.
 */
export async function cancelAttempt(
  tx: Tx,
  { id, stripePaymentIntentId }: Pick<PaymentAttempt, "id" | "stripePaymentIntentId">,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("paymentAttempts")
    .set((eb) => ({ status: "canceled", revision: eb("revision", "+", 1), updatedAt: NOW }))
    .where("id", "=", id)
    .where("status", "=", "open")
    .where("stripePaymentIntentId", "is not distinct from", stripePaymentIntentId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns whether any open attempt has an intent, and so may have been paid. */
export async function hasOpenIntent(db: Db): Promise<boolean> {
  const open = await db
    .selectFrom("paymentAttempts")
    .select("id")
    .where("status", "=", "open")
    .where("stripePaymentIntentId", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

/** How long an attempt can stay open, in seconds. */
export type AttemptTimeouts = {
  withCoupon: number;
  /** Without a coupon and without a stored intent. */
  withoutIntent: number;
  other: number;
};

/** Which open attempts to claim. */
export type AttemptFilter =
  /** Those with one of these intents. */
  | { kind: "intents"; intentIds: readonly string[] }
  /** Those past their timeout. */
  | { kind: "expired" }
  /** Those within their timeout. */
  | { kind: "pending" }
  /** Pending ones with an intent that are younger than `youngerThan` or were last checked `checkedAgo` ago, in seconds. */
  | { kind: "due"; youngerThan: number; checkedAgo: number };

export type OpenAttempt = PaymentAttempt & {
  /** Whether it is past its timeout. */
  isExpired: boolean;
};

/**
 * Claims open attempts that were last checked before an instant and records the check, so that concurrent
 * reconciliations get each attempt once. Expired attempts with a coupon come first, then the least recently checked.
 */
export async function claimOpenAttempts(
  db: Db,
  claim: { filter: AttemptFilter; checkedBefore: Date; timeouts: AttemptTimeouts; limit: number },
): Promise<OpenAttempt[]> {
  const { filter, checkedBefore, timeouts, limit } = claim;
  const isExpired = sql<boolean>`(created_at <= studbook_now() - make_interval(secs => case
    when coupon_id is not null then ${timeouts.withCoupon}::float8
    when stripe_payment_intent_id is null then ${timeouts.withoutIntent}::float8
    else ${timeouts.other}::float8 end))`;
  const { rows } = await sql<OpenAttempt>`
    with claimed as (
      select id as claimed_id, ${isExpired} as is_expired
        from payment_attempts
        where status = 'open' and (asked_at is null or asked_at < ${checkedBefore})
          and ${matches(filter, isExpired)}
        order by ${isExpired} and coupon_id is not null desc, coalesce(asked_at, created_at), id
        limit ${limit}
        for no key update skip locked
    )
    update payment_attempts set asked_at = studbook_now()
      from claimed where id = claimed_id
      returning payment_attempts.*, is_expired`.execute(db);
  return rows;
}

function matches(filter: AttemptFilter, isExpired: RawBuilder<boolean>): RawBuilder<boolean> {
  switch (filter.kind) {
    case "intents":
      return sql`stripe_payment_intent_id = any(${filter.intentIds})`;
    case "expired":
      return isExpired;
    case "pending":
      return sql`not ${isExpired}`;
    case "due":
      return sql`not ${isExpired} and stripe_payment_intent_id is not null and (
        created_at > studbook_now() - make_interval(secs => ${filter.youngerThan}::float8)
        or asked_at is null
        or asked_at <= studbook_now() - make_interval(secs => ${filter.checkedAgo}::float8))`;
  }
}
