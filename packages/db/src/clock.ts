import { sql } from "kysely";
import type { Db } from "./client.ts";

/** Returns the database's time, by which memberships are decided. It is constant within a transaction. */
export async function readClock(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select studbook_now() as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("Reading the clock returned no row");
  return row.now;
}
