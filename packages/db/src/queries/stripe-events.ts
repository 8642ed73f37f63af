import { sql } from "kysely";
import type { Db, Tx } from "../client.ts";

/** A Stripe event, by its ID and type. */
export type StripeEvent = { id: string; type: string };

/** Returns whether an event has been processed. */
export async function hasStripeEvent(db: Db, id: string): Promise<boolean> {
  const found = await db
    .selectFrom("stripeEvents")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return found !== undefined;
}

/** Records an event in the transaction that applies it. Returns false if it is already recorded. */
export async function insertStripeEvent(tx: Tx, { id, type }: StripeEvent): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("stripeEvents")
    .values({ id, type })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Deletes events that Stripe no longer resends. Returns how many. */
export async function deleteOldStripeEvents(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("stripeEvents")
    .where("createdAt", "<=", sql<Date>`studbook_now() - interval '60 days'`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
