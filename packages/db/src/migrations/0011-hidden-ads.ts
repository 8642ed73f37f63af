import { type Kysely, sql } from "kysely";

/**
 * An ad that the operator has hidden, and why. `listed_until` follows from the owner's row and from
 * this mark: a hidden ad has none, and a restored one what its owner's state gives it then.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table ads
     add column hidden_at timestamptz(3),
     add column hidden_reason varchar(500),
     add constraint ads_hidden_with_reason
       check ((hidden_at is null) = (hidden_reason is null) and hidden_reason <> '')`,

  `create or replace function ads_before_insert() returns trigger language plpgsql as $$
   begin
     select ad_listed_until(u.is_active, u.is_admin, u.membership_expires_at)
       into new.listed_until from users u where u.id = new.user_id for no key update;
     if new.hidden_at is not null then new.listed_until := null; end if;
     return new;
   end $$`,

  // The lock makes a deactivation that runs at the same time wait, or this one for it.
  `create function ads_before_hiding() returns trigger language plpgsql as $$
   begin
     if new.hidden_at is not null then
       new.listed_until := null;
     else
       select ad_listed_until(u.is_active, u.is_admin, u.membership_expires_at)
         into new.listed_until from users u where u.id = new.user_id for no key update;
     end if;
     return new;
   end $$`,
  `create trigger ads_before_hiding before update of hidden_at on ads for each row
   when ((old.hidden_at is null) is distinct from (new.hidden_at is null))
   execute function ads_before_hiding()`,

  `create or replace function users_after_update() returns trigger language plpgsql as $$
   declare
     until timestamptz(3) :=
       ad_listed_until(new.is_active, new.is_admin, new.membership_expires_at);
   begin
     update ads set listed_until = until
       where user_id = new.id and hidden_at is null and listed_until is distinct from until;
     return null;
   end $$`,
];
