import { CompiledQuery } from "kysely";
import type { Db } from "./client.ts";

/** Resolves when the database answers; throws what the connection threw otherwise. */
export async function pingDatabase(db: Db): Promise<void> {
  await db.executeQuery(CompiledQuery.raw("select 1"));
}
