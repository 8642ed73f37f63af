import { type Kysely, sql } from "kysely";

/**
 * Who has become a member, and when: the first of a person's payments that still counts. `totals` gets
 * their number by UTC month under `members`. A refund of the first payment moves or takes back a
 * person, and erasing a person takes it back too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table payers (
     user_id uuid primary key,
     first_at timestamptz(3) not null
   )`,

  // The lock makes payments of one person wait for each other, so that the first is known.
  `create function payer_changed(payer uuid) returns void language plpgsql as $$
   declare
     was timestamptz(3);
     is_now timestamptz(3);
   begin
     perform from users where id = payer for no key update;
     select first_at into was from payers where user_id = payer;
     select min(created_at) into is_now from payments
       where user_id = payer and status = 'succeeded';
     if was is not distinct from is_now then return; end if;
     if is_now is null then
       delete from payers where user_id = payer;
     else
       insert into payers (user_id, first_at) values (payer, is_now)
         on conflict (user_id) do update set first_at = excluded.first_at;
     end if;
     insert into total_deltas (what, month, n)
       select 'members', utc_month(at), sum(n) from (values (was, -1), (is_now, 1)) changes (at, n)
       where at is not null group by utc_month(at) having sum(n) <> 0;
   end $$`,
  `create function payments_payer_changed() returns trigger language plpgsql as $$
   begin
     if tg_op <> 'INSERT' and old.user_id is not null then
       perform payer_changed(old.user_id);
     end if;
     if tg_op <> 'DELETE' and new.user_id is not null then
       perform payer_changed(new.user_id);
     end if;
     return null;
   end $$`,
  `create trigger payments_payer_changed
   after insert or delete or update of user_id, status, created_at on payments
   for each row execute function payments_payer_changed()`,
  `create function payers_truncated() returns trigger language plpgsql as $$
   begin
     delete from payers;
     delete from totals where what = 'members';
     delete from total_deltas where what = 'members';
     return null;
   end $$`,
  `create trigger payers_truncated after truncate on payments
   for each statement execute function payers_truncated()`,

  `insert into payers (user_id, first_at)
     select user_id, min(created_at) from payments
     where status = 'succeeded' and user_id is not null group by user_id`,
  `insert into totals (what, month, n)
     select 'members', utc_month(first_at), count(*) from payers group by utc_month(first_at)`,
];
