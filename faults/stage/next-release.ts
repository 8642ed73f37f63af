import { type Kysely, sql } from "kysely";

/** A migration as a next release could have it. It needs the strongest lock on the listings for an instant. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ads add column faults_note text`.execute(db);
}
