import type { Kysely } from "kysely";
import { createIndex } from "../create-index.ts";

export const isTransactional = false;

/** Finds the ads that have returned and those that return next. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndex(
    db,
    "ads_paused_until",
    "on ads (paused_until) where paused_until is not null and listed_until is not null",
  );
}
