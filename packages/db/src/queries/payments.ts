import type { Insertable, Selectable } from "kysely";
import type { Db } from "../client.ts";
import type { Payments } from "../schema.gen.ts";

export type Payment = Selectable<Payments>;

/** Adds a payment; `amount` is in cents. The same intent twice is a unique violation. */
export async function insertPayment(db: Db, payment: Insertable<Payments>): Promise<Payment> {
  return await db.insertInto("payments").values(payment).returningAll().executeTakeFirstOrThrow();
}
