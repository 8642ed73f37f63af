import { type RawBuilder, sql } from "kysely";
import type { Db } from "../client.ts";

/**
 * Runs `fold`, which deletes deltas, adds them to their sums and returns their number. Does nothing while another
 * process is folding.
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
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(${lock}::bigint) as locked`.execute(tx);
    if (!rows[0]?.locked) return 0;
    const folded = await fold.execute(tx);
    return folded.rows[0]?.deltas ?? 0;
  });
}
