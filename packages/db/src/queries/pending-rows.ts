import { CompiledQuery, sql } from "kysely";
import type { Db } from "../client.ts";
import { named } from "../named-statements.ts";
import { HAS_ENDED, HAS_RETURNED } from "./visibility.ts";

// One condition for each index.
const ENDED = `from ads where ${HAS_ENDED}`;
const RETURNED = `from ads where ${HAS_RETURNED}`;

/** Deltas that wait to be folded, and ads that have ended or returned and wait to be swept. */
export type PendingRows = { counts: number; totals: number; unsweptAds: number };

/** Counts the rows that folding and sweeping have yet to process. Many rows make queries slow, never wrong. */
export async function countPendingRows(db: Db): Promise<PendingRows> {
  const { rows } = await sql<PendingRows>`
    select (select count(*) from ad_count_deltas) as counts,
      (select count(*) from total_deltas) as totals,
      (select count(*) ${sql.raw(ENDED)}) + (select count(*) ${sql.raw(RETURNED)}) as unswept_ads`.execute(
    db,
  );
  const [pending] = rows;
  if (!pending) throw new Error("Counting pending rows returned no row");
  return pending;
}

const HAS_PENDING_ROWS = named(
  "has-pending-rows",
  `select exists (select from ad_count_deltas) or exists (select from total_deltas)
     or exists (select ${ENDED}) or exists (select ${RETURNED}) as pending`,
);

/** Whether there is anything to fold or sweep. Much cheaper than counting or trying. */
export async function hasPendingRows(db: Db): Promise<boolean> {
  const query: CompiledQuery<{ pending: boolean }> = CompiledQuery.raw(HAS_PENDING_ROWS);
  const { rows } = await db.executeQuery(query);
  return rows[0]?.pending ?? false;
}
