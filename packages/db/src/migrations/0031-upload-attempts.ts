import { type Kysely, sql } from "kysely";

/**
 * Every file that a member tries to upload counts, and not only those that became photos. Objects of a bucket
 * that earlier versions wrote may be kept by any cache for a year: each photo notes whether its own still may.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table upload_attempts (
     id bigint generated always as identity primary key,
     user_id uuid not null references users on delete cascade,
     at timestamptz(3) not null default studbook_now()
   )`,
  `create index upload_attempts_user on upload_attempts (user_id, at desc)`,
  `create index upload_attempts_at on upload_attempts (at)`,
  `insert into upload_attempts (user_id, at)
     select user_id, created_at from photos
     where user_id is not null and created_at > studbook_now() - interval '24 hours'`,
  `drop index photos_user_new`,
  `create index photos_user on photos (user_id)`,

  // The default is for servers of the version before, which still run while this is migrated.
  `alter table photos add column stored_immutable boolean not null default true`,
  `comment on column photos.stored_immutable is
     'Whether the objects in a bucket may still say immutable. A job makes them private.'`,
  `create index photos_stored_immutable on photos (id) where stored_immutable`,
];
