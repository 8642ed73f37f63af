import { sql } from "kysely";
import type { Db } from "../client.ts";

/** Rows that the counts and totals have still to take in. */
export type Remainders = { counts: number; totals: number; endedAds: number };

/** Counts what folding and sweeping have left to do: many rows make answers slow, never wrong. */
export async function countRemainders(db: Db): Promise<Remainders> {
  const { rows } = await sql<Remainders>`
    select (select count(*) from ad_count_deltas) as counts,
      (select count(*) from total_deltas) as totals,
      (select count(*) from ads where listed_until <= studbook_now()) as ended_ads`.execute(db);
  const [remainders] = rows;
  if (!remainders) throw new Error("The remainders answered nothing");
  return remainders;
}
