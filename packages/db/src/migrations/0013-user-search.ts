import { type Kysely, sql } from "kysely";

/**
 * What the operator's list of users is searched by, and an index of its three-letter parts. pg_trgm
 * comes with PostgreSQL, and who owns a database may add it; where it is missing all the same, a
 * search reads every user and answers alike.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create function user_search_text(username text, email text, first_name text, last_name text)
   returns text language sql immutable parallel safe
   return lower(username || e'\\n' || coalesce(email, '') || e'\\n' || coalesce(first_name, '')
     || ' ' || coalesce(last_name, ''))`,
  `do $$
   begin
     create extension if not exists pg_trgm;
     create index users_search on users
       using gin (user_search_text(username, email, first_name, last_name) gin_trgm_ops);
   exception when insufficient_privilege or feature_not_supported or undefined_file then
     raise notice 'pg_trgm is not to be had here: searching users will read all of them';
   end $$`,
  `create index users_inactive_new on users (created_at desc, id desc) where not is_active`,
];
