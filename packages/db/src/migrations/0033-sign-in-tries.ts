import { type Kysely, sql } from "kysely";

/**
 * Failed sign-ins of each account from wherever they come, and the devices that signed in before, whose
 * tries are counted apart. Usernames are compared as `usernameKey` does it, whatever the database's locale.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table sign_in_tries (
     key varchar(255) primary key,
     tried_at timestamptz[] not null,
     blocks integer not null,
     blocked_until timestamptz,
     ends_at timestamptz not null,
     constraint sign_in_tries_block check ((blocks > 0) = (blocked_until is not null))
   )`,
  `comment on column sign_in_tries.tried_at is
     'The tries that still count. A try is counted before its password is checked, and forgotten if it succeeds.'`,
  `comment on column sign_in_tries.ends_at is 'When the tries and the blocks are forgotten.'`,
  `create index sign_in_tries_ends_at on sign_in_tries (ends_at)`,

  `create table devices (
     hash varchar(64) primary key,
     user_id uuid not null references users on delete cascade,
     created_at timestamptz(3) not null default studbook_now(),
     used_at timestamptz(3) not null default studbook_now()
   )`,
  `comment on column devices.hash is 'The SHA-256 of the token in the cookie of the device.'`,
  `create index devices_user on devices (user_id, used_at desc)`,
  `create index devices_used_at on devices (used_at)`,

  `drop index users_username_key`,
  `create unique index users_username_key on users (lower(username collate "C"))`,
];
