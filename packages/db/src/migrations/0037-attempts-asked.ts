import { type Kysely, sql } from "kysely";

/** Lets open attempts take turns in asking the provider, the one asked longest ago first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment_attempts add column asked_at timestamptz(3)`.execute(db);
  await sql`comment on column payment_attempts.asked_at is
    'When reconciliation last took this attempt to ask the provider about it; null before the first time.'`.execute(
    db,
  );
}
