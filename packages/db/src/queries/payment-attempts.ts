import type { Tier } from "@studbook/domain/plans";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Db, Tx } from "../client.ts";
import type { PaymentAttempts } from "../schema.gen.ts";

/** One try to pay for a year: what was asked for, and with which intent of the provider. */
export type PaymentAttempt = Selectable<PaymentAttempts>;

const NOW = sql<Date>`studbook_now()`;

/** Whether a text can be the id of an intent at all; others need not be asked for. */
export function isIntentId(text: string): boolean {
  return /^pi_\w{1,250}$/.test(text);
}

export async function findAttempt(db: Db, id: string): Promise<PaymentAttempt | undefined> {
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

/** The attempt that is paid with this intent. A malformed id is that of no attempt. */
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

/** Adds an open attempt; `amount` is in cents. The caller has locked the user, who has no other open one. */
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
 * How many attempts of the last 24 hours reserved this coupon for the user and could be paid. Those that the
 * provider made no intent for are not the buyer's doing. Exact while the caller has locked the user.
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

/** Notes the intent of an attempt that is still open; false when it no longer is. */
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

/** Changes an attempt, and with its revision says that it or its payment has changed. The caller has locked the user. */
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

/** Whether anything was ever paid. */
export async function hasPaidAttempt(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom("paymentAttempts")
    .select("id")
    .where("status", "in", ["succeeded", "rejected"])
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** A payment of the user that was not what was asked for, and was not given back yet. */
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
 * Closes an attempt that is still open and has no other intent than the one it was known with; false
 * otherwise. Another call may have noted an intent, and given its secret out, since it was read. The
 * caller has locked the user.
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

/** Whether an open attempt has an intent, so that it may have been paid. */
export async function hasOpenIntent(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom("paymentAttempts")
    .select("id")
    .where("status", "=", "open")
    .where("stripePaymentIntentId", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** How long an attempt may stay open, in seconds. */
export type AttemptPatience = {
  withCoupon: number;
  /** One without a coupon whose intent was never noted. */
  withoutIntent: number;
  other: number;
};

/** Which open attempts are asked about. */
export type AttemptLane =
  /** Those paid with one of these intents. */
  | { kind: "intents"; intentIds: readonly string[] }
  /** Those that have been open for as long as they may. */
  | { kind: "over" }
  /** Those that may stay open. */
  | { kind: "waiting" }
  /** Of those that wait, the ones with an intent that are younger than this, or were asked about this long ago; in seconds. */
  | { kind: "due"; youngerThan: number; askedAgo: number };

export type OpenAttempt = PaymentAttempt & {
  /** Whether it has been open for as long as it may. */
  isOver: boolean;
};

/**
 * Takes open attempts that were not taken since an instant and notes that they are being asked about,
 * so that each is taken once, however many reconcile at the same time. Those with a coupon whose time
 * is over come first, then those asked about longest ago.
 */
export async function takeOpenAttempts(
  db: Db,
  take: { lane: AttemptLane; askedBefore: Date; patience: AttemptPatience; limit: number },
): Promise<OpenAttempt[]> {
  const { lane, askedBefore, patience, limit } = take;
  const isOver = sql<boolean>`(created_at <= studbook_now() - make_interval(secs => case
    when coupon_id is not null then ${patience.withCoupon}::float8
    when stripe_payment_intent_id is null then ${patience.withoutIntent}::float8
    else ${patience.other}::float8 end))`;
  const { rows } = await sql<OpenAttempt>`
    with taken as (
      select id as taken_id, ${isOver} as is_over
        from payment_attempts
        where status = 'open' and (asked_at is null or asked_at < ${askedBefore})
          and ${inLane(lane, isOver)}
        order by ${isOver} and coupon_id is not null desc, coalesce(asked_at, created_at), id
        limit ${limit}
        for no key update skip locked
    )
    update payment_attempts set asked_at = studbook_now()
      from taken where id = taken_id
      returning payment_attempts.*, is_over`.execute(db);
  return rows;
}

function inLane(lane: AttemptLane, isOver: RawBuilder<boolean>): RawBuilder<boolean> {
  switch (lane.kind) {
    case "intents":
      return sql`stripe_payment_intent_id = any(${lane.intentIds})`;
    case "over":
      return isOver;
    case "waiting":
      return sql`not ${isOver}`;
    case "due":
      return sql`not ${isOver} and stripe_payment_intent_id is not null and (
        created_at > studbook_now() - make_interval(secs => ${lane.youngerThan}::float8)
        or asked_at is null
        or asked_at <= studbook_now() - make_interval(secs => ${lane.askedAgo}::float8))`;
  }
}
