import { type Kysely, sql } from "kysely";

/**
 * An ad that its owner has paused. `ads.paused_until` is the instant at which it returns, 'infinity' without an end, and
 * null or past if it is not paused. `listed_until` does not depend on it: an ad is public while `listed_until` is in the
 * future and `paused_until` is not. A job clears `paused_until` when it has passed.
 *
 * The counts contain the ads with a `listed_until` that have no `paused_until`. Queries add those that have returned and
 * are not cleared yet.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table ads add column paused_until timestamptz(3)`,

  `create or replace function ads_count_inserted() returns trigger language plpgsql as $$
   begin
     insert into ad_count_deltas (breed, state, n)
       select breed, state, count(*) from inserted
       where listed_until is not null and paused_until is null group by breed, state;
     return null;
   end $$`,

  `create or replace function ads_count_deleted() returns trigger language plpgsql as $$
   begin
     insert into ad_count_deltas (breed, state, n)
       select breed, state, -count(*) from deleted
       where listed_until is not null and paused_until is null group by breed, state;
     return null;
   end $$`,

  `create or replace function ads_count_updated() returns trigger language plpgsql as $$
   begin
     insert into ad_count_deltas (breed, state, n)
       select breed, state, sum(n) from (
         select breed, state, -1 as n from before where listed_until is not null and paused_until is null
         union all
         select breed, state, 1 from after where listed_until is not null and paused_until is null
       ) changes group by breed, state having sum(n) <> 0;
     return null;
   end $$`,
];
