import { type Kysely, sql } from "kysely";
import type { Db } from "./client.ts";
import type { DB } from "./schema.gen.ts";

/** The locks of the application, each known by a number that no other program here uses. */
export const DEMO_LOCK = 7_365_004;

/**
 * Does the work on a connection of its own while no other process holds this lock; waits for its
 * turn. The lock ends with the connection, however that ends.
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
