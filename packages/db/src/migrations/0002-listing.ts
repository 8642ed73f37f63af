import { type Kysely, sql } from "kysely";

/**
 * When an ad is public: `ads.listed_until` is null while its owner's state hides it, otherwise the
 * instant at which it stops being public. It follows from the owner's row alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table ads add column listed_until timestamptz(3)`,

  `create function ad_listed_until(is_active boolean, is_admin boolean, expires_at timestamptz)
   returns timestamptz language sql stable parallel safe
   return case
     when not is_active then null
     when is_admin then 'infinity'::timestamptz
     when expires_at > studbook_now() then expires_at
   end`,

  // The lock makes a deactivation that runs at the same time wait, and then see the new ad.
  `create function ads_before_insert() returns trigger language plpgsql as $$
   begin
     select ad_listed_until(u.is_active, u.is_admin, u.membership_expires_at)
       into new.listed_until from users u where u.id = new.user_id for no key update;
     return new;
   end $$`,
  `create trigger ads_before_insert before insert on ads
   for each row execute function ads_before_insert()`,

  `create function users_after_update() returns trigger language plpgsql as $$
   declare
     until timestamptz(3) :=
       ad_listed_until(new.is_active, new.is_admin, new.membership_expires_at);
   begin
     update ads set listed_until = until
       where user_id = new.id and listed_until is distinct from until;
     return null;
   end $$`,
  `create trigger users_after_update
   after update of is_active, is_admin, membership_expires_at on users for each row
   when ((old.is_active, old.is_admin, old.membership_expires_at)
     is distinct from (new.is_active, new.is_admin, new.membership_expires_at))
   execute function users_after_update()`,

  `create index ads_listed_new on ads
     (created_at desc, id desc) include (listed_until) where listed_until is not null`,
  `create index ads_listed_breed_new on ads
     (breed, created_at desc, id desc) include (listed_until) where listed_until is not null`,
  `create index ads_listed_state_new on ads
     (state, created_at desc, id desc) include (listed_until) where listed_until is not null`,
  `create index ads_listed_breed_state_new on ads
     (breed, state, created_at desc, id desc) include (listed_until)
     where listed_until is not null`,
  `create index ads_listed_until on ads (listed_until) where listed_until is not null`,
];
