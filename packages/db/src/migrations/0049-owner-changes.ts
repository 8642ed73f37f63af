import { type Kysely, sql } from "kysely";

/**
 * Adds the owner's ID to the notifications of migration 0040, because the owner's page shows the ad, and an entry for the
 * end of a pause: servers drop what shows a paused ad both when it returns and when it ends.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

// An entry has up to 190 bytes, and 40 of them are in a payload of up to 8,000.
const statements = [
  `create function ad_change(id uuid, user_id uuid, breed text, state text, until timestamptz)
   returns jsonb language sql immutable as $$
     select jsonb_build_array(id, breed, state,
       case when isfinite(until) then floor(extract(epoch from until) * 1000) end, user_id)
   $$`,

  `create or replace function ads_notify_inserted() returns trigger language plpgsql as $$
   begin
     perform notify_ad_changes(array(
       select ad_change(id, user_id, breed, state, listed_until) from inserted
       where listed_until > studbook_now()));
     return null;
   end $$`,

  `create or replace function ads_notify_deleted() returns trigger language plpgsql as $$
   begin
     perform notify_ad_changes(array(
       select ad_change(id, user_id, breed, state, null) from deleted
       where listed_until > studbook_now()));
     return null;
   end $$`,

  `create or replace function ads_notify_updated() returns trigger language plpgsql as $$
   begin
     perform notify_ad_changes(array(
       select ad_change(after.id, after.user_id, after.breed, after.state, after.listed_until)
       from before join after on after.id = before.id
       where before.listed_until > studbook_now() or after.listed_until > studbook_now()
       union all
       select ad_change(after.id, after.user_id, after.breed, after.state, after.paused_until)
       from before join after on after.id = before.id
       where after.listed_until > after.paused_until and after.paused_until > studbook_now()
       union all
       select ad_change(before.id, before.user_id, before.breed, before.state, null)
       from before join after on after.id = before.id
       where before.listed_until > studbook_now()
         and (before.breed, before.state) <> (after.breed, after.state)));
     return null;
   end $$`,
];
