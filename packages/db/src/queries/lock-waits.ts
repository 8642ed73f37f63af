import { sql } from "kysely";
import type { Db } from "../client.ts";

/**
 * Cancels the statements of a pool that have waited for a lock for at least `ms`. The pool is found by the beginning of its
 * application name, because behind a pooler the process IDs that clients know are not those of PostgreSQL.
 */
export async function cancelLockWaits(db: Db, applicationName: string, ms: number): Promise<void> {
  await sql`
    select pg_cancel_backend(pid) from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${applicationName})
      and wait_event_type = 'Lock' and state = 'active'
      and query_start < clock_timestamp() - make_interval(secs => ${ms / 1000})`.execute(db);
}
