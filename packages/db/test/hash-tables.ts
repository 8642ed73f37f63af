import { sql } from "kysely";
import type { Db } from "../src/client.ts";
import { listBackupTables } from "../src/queries/backup-tables.ts";

/** Returns the row count and an order-independent hash of every table in a backup. */
export async function hashTables(db: Db): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const { name } of await listBackupTables(db)) {
    const { rows } = await sql<{ hash: string }>`
      select count(*) || ' ' || md5(coalesce(string_agg(t::text, e'\\n' order by t::text), '')) as hash
      from ${sql.table(name)} t`.execute(db);
    hashes[name] = rows[0]?.hash ?? "";
  }
  return hashes;
}
