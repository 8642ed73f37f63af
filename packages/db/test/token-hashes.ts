import { sql } from "kysely";
import type { Db } from "../src/client.ts";
import { listKeptTables } from "../src/queries/kept-tables.ts";

/** The number of rows of every table that a backup carries, and a hash of them in whatever order. */
export async function hashTables(db: Db): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const { name } of await listKeptTables(db)) {
    const { rows } = await sql<{ hash: string }>`
      select count(*) || ' ' || md5(coalesce(string_agg(t::text, e'\\n' order by t::text), '')) as hash
      from ${sql.table(name)} t`.execute(db);
    hashes[name] = rows[0]?.hash ?? "";
  }
  return hashes;
}
