import { type Kysely, sql } from "kysely";

/**
 * How many ads have a `listed_until`, for every pair of breed and state and with '*' for all of
 * either. A writer appends what it changed to `ad_count_deltas` and so waits for no other writer;
 * folding adds the deltas to `ad_counts`. The sum of both is exact in every snapshot.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table ad_counts (
     breed varchar(80) not null,
     state varchar(2) not null,
     n integer not null,
     primary key (breed, state)
   ) with (fillfactor = 50)`,
  `create table ad_count_deltas (
     breed varchar(80) not null,
     state varchar(2) not null,
     n integer not null
   ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500)`,

  `create function ads_count_inserted() returns trigger language plpgsql as $$
   begin
     insert into ad_count_deltas (breed, state, n)
       select breed, state, count(*) from inserted
       where listed_until is not null group by breed, state;
     return null;
   end $$`,
  `create trigger ads_count_inserted after insert on ads
   referencing new table as inserted
   for each statement execute function ads_count_inserted()`,

  `create function ads_count_deleted() returns trigger language plpgsql as $$
   begin
     insert into ad_count_deltas (breed, state, n)
       select breed, state, -count(*) from deleted
       where listed_until is not null group by breed, state;
     return null;
   end $$`,
  `create trigger ads_count_deleted after delete on ads
   referencing old table as deleted
   for each statement execute function ads_count_deleted()`,

  `create function ads_count_updated() returns trigger language plpgsql as $$
   begin
     insert into ad_count_deltas (breed, state, n)
       select breed, state, sum(n) from (
         select breed, state, -1 as n from before where listed_until is not null
         union all
         select breed, state, 1 from after where listed_until is not null
       ) changes group by breed, state having sum(n) <> 0;
     return null;
   end $$`,
  `create trigger ads_count_updated after update on ads
   referencing old table as before new table as after
   for each statement execute function ads_count_updated()`,

  `create function ads_count_truncated() returns trigger language plpgsql as $$
   begin
     truncate ad_counts, ad_count_deltas;
     return null;
   end $$`,
  `create trigger ads_count_truncated after truncate on ads
   for each statement execute function ads_count_truncated()`,
];
