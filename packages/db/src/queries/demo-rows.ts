import type { Insertable } from "kysely";
import type { Tx } from "../client.ts";
import type { Ads, Payments, Photos, Users } from "../schema.gen.ts";

/** Consistent rows: each ad refers to its user, whose `adCount` includes it, and each photo to its ad. */
export type DemoRows = {
  users: Insertable<Users>[];
  ads: Insertable<Ads>[];
  photos: Insertable<Photos>[];
  payments: Insertable<Payments>[];
};

/** Inserts the rows of a demo with one statement per table: row by row it takes seconds. */
export async function insertDemoRows(
  tx: Tx,
  { users, ads, photos, payments }: DemoRows,
): Promise<void> {
  await tx.insertInto("users").values(users).execute();
  await tx.insertInto("ads").values(ads).execute();
  await tx.insertInto("photos").values(photos).execute();
  await tx.insertInto("payments").values(payments).execute();
}
