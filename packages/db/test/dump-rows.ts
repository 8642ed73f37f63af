import { sql } from "kysely";
import type { Db } from "../src/client.ts";

/** Returns every row of every table in every schema as text, to search for data that must not be stored. */
export async function dumpRows(db: Db): Promise<string[]> {
  const dumped: string[] = [];
  for (const { schema, name } of await db.introspection.getTables()) {
    const table = sql.table(`${schema}.${name}`);
    const { rows } = await sql<{ line: string }>`
      select to_jsonb(t)::text as line from ${table} t`.execute(db);
    dumped.push(...rows.map(({ line }) => line));
  }
  return dumped;
}
