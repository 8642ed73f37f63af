import { type Kysely, sql } from "kysely";

/**
 * What was done, by whom and to what: ids, numbers and fixed words, never a name or an address. No
 * foreign keys, so that a person can be erased and the log stay.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table audit_log (
     id bigint generated always as identity primary key,
     at timestamptz(3) not null default studbook_now(),
     actor_id uuid,
     action varchar(40) not null,
     subject_type varchar(20),
     subject_id uuid,
     details jsonb not null default '{}' constraint audit_log_details_object
       check (jsonb_typeof(details) = 'object'),
     request_id varchar(64)
   )`,
  `comment on column audit_log.actor_id is
     'The account that acted; null for nobody signed in, a job or the command line.'`,

  // Per statement, so that one that would meet no row is refused too.
  `create function audit_log_refuse() returns trigger language plpgsql as $$
   begin
     raise exception 'audit_log is append-only: % refused', tg_op using errcode = 'insufficient_privilege';
   end $$`,
  `create trigger audit_log_append_only before update or delete or truncate on audit_log
   for each statement execute function audit_log_refuse()`,
  // session_replication_role = replica would skip an ordinary trigger.
  `alter table audit_log enable always trigger audit_log_append_only`,

  `create index audit_log_new on audit_log (at desc, id desc)`,
  `create index audit_log_action_new on audit_log (action, at desc, id desc)`,
  `create index audit_log_actor_new on audit_log (actor_id, at desc, id desc)
     where actor_id is not null`,
  `create index audit_log_subject_new on audit_log (subject_id, at desc, id desc)
     where subject_id is not null`,
];
