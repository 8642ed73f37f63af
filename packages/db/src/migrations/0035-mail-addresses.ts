import { type Kysely, sql } from "kysely";

/** Lets a mail be for one address alone, whichever the account has when it is sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mails add column email varchar(254)`.execute(db);
  await sql`comment on column mails.email is
    'The one address that this is for; null otherwise, and once it was sent or given up.'`.execute(
    db,
  );
}
