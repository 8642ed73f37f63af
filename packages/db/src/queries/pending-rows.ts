import { sql } from "kysely";
import type { Db } from "../client.ts";

/** Deltas that wait to be folded and expired ads that wait to be swept. */
export type PendingRows = { counts: number; totals: number; endedAds: number };

/** Counts the rows that folding and sweeping have yet to process. Many rows make queries slow, never wrong. */
export async function countPendingRows(db: Db): Promise<PendingRows> {
  const { rows } = await sql<PendingRows>`
    select (select count(*) from ad_count_deltas) as counts,
      (select count(*) from total_deltas) as totals,
      (select count(*) from ads where listed_until <= studbook_now()) as ended_ads`.execute(db);
  const [pending] = rows;
  if (!pending) throw new Error("Counting pending rows returned no row");
  return pending;
}
