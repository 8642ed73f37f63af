import { type Kysely, sql } from "kysely";

/** Since when no ad uses a photo, so that the photos nobody uses can be deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table photos add column unused_since timestamptz(3) default studbook_now()`,
  `update photos set unused_since = null where ad_id is not null`,

  // A trigger, because a photo is also let go of when its ad is deleted (on delete set null).
  `create function photos_mark_unused() returns trigger language plpgsql as $$
   begin
     if tg_op = 'INSERT' or new.ad_id is distinct from old.ad_id then
       new.unused_since := case when new.ad_id is null then studbook_now() end;
     end if;
     return new;
   end $$`,
  `create trigger photos_mark_unused before insert or update of ad_id on photos
   for each row execute function photos_mark_unused()`,

  `create index photos_unused on photos (unused_since, id) where unused_since is not null`,
  `create index photos_user_new on photos (user_id, created_at desc)`,
  `drop index photos_user`,
];
