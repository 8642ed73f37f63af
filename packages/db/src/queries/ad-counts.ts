import { BREEDS, type Breed } from "@studbook/domain/breeds";
import { STATE_CODES, type StateCode } from "@studbook/domain/states";
import { CompiledQuery, sql } from "kysely";
import { LOCK_KEYS } from "../advisory-locks.ts";
import type { Db } from "../client.ts";
import { named } from "../named-statements.ts";
import { foldDeltas } from "./fold-deltas.ts";
import { HAS_ENDED, HAS_RETURNED, UNCOUNTED } from "./visibility.ts";

/**
 * Folds the deltas into `ad_counts`, so that searches have few rows to sum. Does nothing while another process
 * is folding.
 *
 * @returns the number of deltas folded
 */
export function foldAdCounts(db: Db): Promise<number> {
  const fold = sql<{ deltas: number }>`
    with taken as (
      delete from ad_count_deltas returning breed, state, n
    ), folded as (
      insert into ad_counts as counts (breed, state, n)
      select coalesce(breed, '*'), coalesce(state, '*'), sum(n) from taken
      group by cube (breed, state)
      having sum(n) <> 0
      on conflict (breed, state) do update set n = counts.n + excluded.n
    )
    select count(*) as deltas from taken`;
  return foldDeltas(db, LOCK_KEYS.foldAdCounts, fold);
}

/**
 * Clears `listed_until` of expired ads and `paused_until` of those that have returned, for the owners of up to `batch` ads
 * each. Skips owners that are locked. Queries return correct results without it; it only keeps them fast.
 *
 * @returns the number of ads swept
 */
export async function sweepAds(db: Db, batch: number): Promise<number> {
  const ended = await sweep(db, "listedUntil", HAS_ENDED, batch);
  return ended + (await sweep(db, "pausedUntil", HAS_RETURNED, batch));
}

async function sweep(
  db: Db,
  column: "listedUntil" | "pausedUntil",
  condition: string,
  batch: number,
): Promise<number> {
  const [until, isDue] = [sql.ref(column), sql.raw(condition)];
  const swept = await sql`
    with due as (
      select user_id from ads where ${isDue} order by ${until} limit ${batch}
    ), owners as (
      select id from users where id in (select user_id from due)
      order by id for no key update skip locked
    )
    update ads set ${until} = null
    where user_id in (select id from owners) and ${isDue}`.execute(db);
  return Number(swept.numAffectedRows ?? 0);
}

// The same sum as in search-ads.ts, for every breed or every state at once.
const COUNTS_BY_BREED = named("count-ads-by-breed", countsBy("breed", "state"));
const COUNTS_BY_STATE = named("count-ads-by-state", countsBy("state", "breed"));

/** Returns the exact number of public ads of each breed. A breed without ads may be missing. */
export function countAdsByBreed(db: Db): Promise<Map<Breed, number>> {
  return countBy(db, COUNTS_BY_BREED, BREEDS);
}

/** Returns the exact number of public ads in each state. A state without ads may be missing. */
export function countAdsByState(db: Db): Promise<Map<StateCode, number>> {
  return countBy(db, COUNTS_BY_STATE, STATE_CODES);
}

async function countBy<Value extends string>(
  db: Db,
  text: string,
  values: readonly Value[],
): Promise<Map<Value, number>> {
  const query: CompiledQuery<{ value: Value; n: number }> = CompiledQuery.raw(text, [values]);
  const { rows } = await db.executeQuery(query);
  return new Map(rows.map(({ value, n }) => [value, n]));
}

function countsBy(column: "breed" | "state", other: "breed" | "state"): string {
  return `
    select ${column} as value, sum(n)::integer as n from (
      select ${column}, n from ad_counts where ${column} = any($1::text[]) and ${other} = '*'
      union all select ${column}, n from ad_count_deltas
      union all select ${column}, n from (${UNCOUNTED}) uncounted
    ) counts group by ${column}`;
}
