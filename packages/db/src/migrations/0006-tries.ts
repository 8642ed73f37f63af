import { type Kysely, sql } from "kysely";

/** How often something was tried in a stretch of time, shared by all servers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tries (
      key varchar(255) primary key,
      n integer not null,
      ends_at timestamptz(3) not null
    )`.execute(db);
  await sql`create index tries_ends_at on tries (ends_at)`.execute(db);
}
