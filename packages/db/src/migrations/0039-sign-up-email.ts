import { type Kysely, sql } from "kysely";

/** The address that an account was created with is verified without its password, and until it is changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table users add column email_from_sign_up boolean not null default false`,
  `comment on column users.email_from_sign_up is
     'Whether email was given at the sign-up, not changed since, and no address was verified.'`,
];
