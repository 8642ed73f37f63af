import type { Insertable } from "kysely";
import type { Tx } from "../client.ts";
import type { Ads, Payments, Photos, Users } from "../schema.gen.ts";

/** Rows that belong together: each ad names its user, who counts it, and each photo names its ad. */
export type DemoRows = {
  users: Insertable<Users>[];
  ads: Insertable<Ads>[];
  photos: Insertable<Photos>[];
  payments: Insertable<Payments>[];
};

/** Adds the rows of a demo with one statement a table: one by one they take seconds. */
export async function insertDemoRows(
  tx: Tx,
  { users, ads, photos, payments }: DemoRows,
): Promise<void> {
  await tx.insertInto("users").values(users).execute();
  await tx.insertInto("ads").values(ads).execute();
  await tx.insertInto("photos").values(photos).execute();
  await tx.insertInto("payments").values(payments).execute();
}
