import { CompiledQuery, sql } from "kysely";
import type { Db } from "./client.ts";

/** Resolves if the database responds. Throws the connection error otherwise. */
export async function pingDatabase(db: Db): Promise<void> {
  await db.executeQuery(CompiledQuery.raw("select 1"));
}

/** Returns the PostgreSQL version, such as '18.4', or 'unknown'. */
export async function readPostgresVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version') as version`.execute(db);
  return rows[0]?.version ?? "unknown";
}

/** For the operator, if `isReadOnly`. */
export const READ_ONLY =
  "The database accepts no writes: it is a standby, or default_transaction_read_only is on.";

/** Whether the database accepts no writes, like a standby. */
export async function isReadOnly(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isReadOnly: boolean }>`
    select current_setting('transaction_read_only') = 'on' as is_read_only`.execute(db);
  return rows[0]?.isReadOnly ?? false;
}
