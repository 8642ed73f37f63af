import { type Kysely, sql } from "kysely";

/**
 * Keeps the last verified address apart from the newest one, so that giving an account another address
 * takes nothing away from the owner of the verified one. Several links of one purpose may work at once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table users add column verified_email varchar(254)`,
  `update users set verified_email = email where email_verified_at is not null`,
  `comment on column users.email is 'The newest address that the account was given, verified or not.'`,
  `comment on column users.verified_email is
     'The last verified address: resets and notices go there until another one is verified.'`,
  `comment on column users.email_verified_at is 'When verified_email was verified.'`,
  `drop index users_verified_email`,
  `create index users_verified_email on users (lower(verified_email collate "C"))
     where verified_email is not null`,

  // Lasts for hours or days; without the identity no link would know which ones came before it.
  `alter table email_tokens
     drop constraint email_tokens_newest,
     drop constraint email_tokens_purpose_known,
     drop constraint email_tokens_pkey,
     alter column hash drop not null,
     add column id integer generated always as identity primary key,
     add constraint email_tokens_hash_key unique (hash),
     add constraint email_tokens_purpose_known
       check (purpose in ('verify-email', 'reset-password', 'restore-email')),
     add constraint email_tokens_hash_known check (hash is not null or purpose = 'restore-email')`,
  `comment on column email_tokens.id is 'In the order in which the links of an account were made.'`,
  `comment on column email_tokens.hash is
     'Null for a link that restores an address and was not sent yet.'`,
  `comment on column email_tokens.email is
     'The address that the link is sent to, and that it verifies, resets with or restores.'`,
  `create index email_tokens_user on email_tokens (user_id)`,

  // What limits the resets of an account looks for.
  `create index mails_user_kind_new on mails (user_id, kind, created_at)`,
  `drop index mails_user`,
];
