import { sql } from "kysely";
import type { Db } from "./client.ts";

/** The instant by which memberships are decided: the database's, fixed within a transaction. */
export async function readClock(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select studbook_now() as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("The database's clock answered nothing");
  return row.now;
}
