import { type Kysely, sql } from "kysely";

/**
 * Notifies servers of changed ads that the public saw before or sees afterwards, so that they drop the responses that
 * show them. The payload is an array of `[id, breed, state, listedUntil]`, with `listedUntil` as milliseconds since
 * 1970 or null. Two entries have the breeds and states before and after the change if they differ. If there are too many
 * changes, the payload is `all`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

// A payload can have 8,000 bytes, and an entry has up to 150.
const statements = [
  `create function notify_ad_changes(changes jsonb[]) returns void language plpgsql as $$
   begin
     if cardinality(changes) > 1000 then
       perform pg_notify('ad_changes', 'all');
     else
       for i in 1..cardinality(changes) by 40 loop
         perform pg_notify('ad_changes', to_jsonb(changes[i:i + 39])::text);
       end loop;
     end if;
   end $$`,

  `create function ad_change(id uuid, breed text, state text, listed_until timestamptz)
   returns jsonb language sql immutable as $$
     select jsonb_build_array(id, breed, state,
       case when isfinite(listed_until)
         then floor(extract(epoch from listed_until) * 1000) end)
   $$`,

  `create function ads_notify_inserted() returns trigger language plpgsql as $$
   begin
     perform notify_ad_changes(array(
       select ad_change(id, breed, state, listed_until) from inserted
       where listed_until > studbook_now()));
     return null;
   end $$`,
  `create trigger ads_notify_inserted after insert on ads
   referencing new table as inserted
   for each statement execute function ads_notify_inserted()`,

  `create function ads_notify_deleted() returns trigger language plpgsql as $$
   begin
     perform notify_ad_changes(array(
       select ad_change(id, breed, state, null) from deleted
       where listed_until > studbook_now()));
     return null;
   end $$`,
  `create trigger ads_notify_deleted after delete on ads
   referencing old table as deleted
   for each statement execute function ads_notify_deleted()`,

  `create function ads_notify_updated() returns trigger language plpgsql as $$
   begin
     perform notify_ad_changes(array(
       select ad_change(after.id, after.breed, after.state, after.listed_until)
       from before join after on after.id = before.id
       where before.listed_until > studbook_now() or after.listed_until > studbook_now()
       union all
       select ad_change(before.id, before.breed, before.state, null)
       from before join after on after.id = before.id
       where before.listed_until > studbook_now()
         and (before.breed, before.state) <> (after.breed, after.state)));
     return null;
   end $$`,
  `create trigger ads_notify_updated after update on ads
   referencing old table as before new table as after
   for each statement execute function ads_notify_updated()`,

  `create function ads_notify_truncated() returns trigger language plpgsql as $$
   begin
     perform pg_notify('ad_changes', 'all');
     return null;
   end $$`,
  `create trigger ads_notify_truncated after truncate on ads
   for each statement execute function ads_notify_truncated()`,
];
