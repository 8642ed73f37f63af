import { CompiledQuery, sql } from "kysely";
import type { Db } from "./client.ts";

/** Resolves when the database answers, otherwise throws the connection's error. */
export async function pingDatabase(db: Db): Promise<void> {
  await db.executeQuery(CompiledQuery.raw("select 1"));
}

/** Returns the PostgreSQL version, such as '18.4'. */
export async function readServerVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version') as version`.execute(db);
  return rows[0]?.version ?? "unknown";
}
