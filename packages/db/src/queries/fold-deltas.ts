import { type RawBuilder, sql } from "kysely";
import type { Db } from "../client.ts";

/**
 * Adds appended deltas to the sums they belong to by `fold`, which takes the deltas away and counts
 * them. Does nothing while another process is at it.
 *
 * @param lock the advisory lock of these sums
 * @returns the number of deltas folded
 */
export async function foldDeltas(
  db: Db,
  lock: number,
  fold: RawBuilder<{ deltas: number }>,
): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ had: boolean }>`
      select pg_try_advisory_xact_lock(${lock}::bigint) as had`.execute(tx);
    if (!rows[0]?.had) return 0;
    const folded = await fold.execute(tx);
    return folded.rows[0]?.deltas ?? 0;
  });
}
