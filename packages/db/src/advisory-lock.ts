import { type Kysely, sql } from "kysely";
import type { Db } from "./client.ts";
import type { DB } from "./schema.gen.ts";

/** Key of the advisory lock for filling the demo; unique among this application's locks. */
export const DEMO_LOCK = 7_365_004;

/**
 * Waits for this advisory lock, then runs `work` on a dedicated connection while holding it. PostgreSQL releases the
 * lock when the connection ends for any reason.
 */
export async function withAdvisoryLock<T>(
  db: Db,
  key: number,
  work: (connection: Kysely<DB>) => Promise<T>,
): Promise<T> {
  return await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`select pg_advisory_lock(${key}::bigint)`.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`select pg_advisory_unlock(${key}::bigint)`.execute(connection);
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}
