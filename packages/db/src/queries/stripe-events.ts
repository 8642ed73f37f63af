import { sql } from "kysely";
import type { Db, Tx } from "../client.ts";

/** An event of the provider, by its id and type. */
export type StripeEvent = { id: string; type: string };

/** Whether an event has had its effects. */
export async function hasStripeEvent(db: Db, id: string): Promise<boolean> {
  const found = await db
    .selectFrom("stripeEvents")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return found !== undefined;
}

/** Notes an event together with its effects; false when that was done before. */
export async function insertStripeEvent(tx: Tx, { id, type }: StripeEvent): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("stripeEvents")
    .values({ id, type })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Forgets events that are never sent again. Returns how many. */
export async function deleteOldStripeEvents(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("stripeEvents")
    .where("createdAt", "<=", sql<Date>`studbook_now() - interval '60 days'`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
