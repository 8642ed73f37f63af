import { type Kysely, sql } from "kysely";

/**
 * Widens the ids of links: servers may use ids up, also by rows that are rolled back, and at the end of the
 * integers no link would be kept any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table email_tokens alter column id type bigint`.execute(db);
}
