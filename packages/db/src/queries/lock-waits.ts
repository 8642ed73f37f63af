import { sql } from "kysely";
import type { Db } from "../client.ts";

/** Cancels the statements of these server processes that have waited for a lock for at least `ms`. */
export async function cancelLockWaits(
  db: Db,
  backends: readonly number[],
  ms: number,
): Promise<void> {
  await sql`
    select pg_cancel_backend(pid) from pg_stat_activity
    where pid = any(${backends}::integer[]) and wait_event_type = 'Lock' and state = 'active'
      and query_start < clock_timestamp() - make_interval(secs => ${ms / 1000})`.execute(db);
}
