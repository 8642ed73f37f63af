import { type Kysely, sql } from "kysely";

/**
 * Mails to send, each once for its cause, and the links in them. A mail is written down in the
 * transaction of its cause as ids and dates; its text is made when it is sent, and kept nowhere.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table users add column email_verified_at timestamptz(3)`,
  `create index users_verified_email on users (lower(email)) where email_verified_at is not null`,

  `create table mails (
     id uuid primary key default gen_random_uuid(),
     cause varchar(200) not null constraint mails_cause_key unique,
     kind varchar(40) not null,
     user_id uuid not null references users on delete cascade,
     details jsonb not null default '{}' constraint mails_details_object
       check (jsonb_typeof(details) = 'object'),
     message_id varchar(255),
     created_at timestamptz(3) not null default studbook_now(),
     sent_at timestamptz(3),
     given_up_at timestamptz(3),
     constraint mails_one_outcome check (sent_at is null or given_up_at is null)
   )`,
  `comment on column mails.given_up_at is
     'When it was decided that this is never sent: refused for good, tried for a day, or pointless by now.'`,
  `create index mails_user on mails (user_id)`,
  `create index mails_created on mails (created_at)`,

  `create table email_tokens (
     hash varchar(64) primary key,
     user_id uuid not null references users on delete cascade,
     purpose varchar(20) not null constraint email_tokens_purpose_known
       check (purpose in ('verify-email', 'reset-password')),
     email varchar(254) not null,
     expires_at timestamptz(3) not null,
     constraint email_tokens_newest unique (user_id, purpose)
   )`,
  `comment on column email_tokens.email is
     'The address that the link was sent to: it is of no use once the account has another.'`,
  `create index email_tokens_expires on email_tokens (expires_at)`,
];
