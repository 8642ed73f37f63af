import { sql } from "kysely";
import type { Db } from "../client.ts";

export type TryLimit = {
  /** How many tries a stretch of `seconds` has. */
  tries: number;
  seconds: number;
};

export type TryCount = {
  /** How many tries the running stretch has seen, this one among them; of those beyond the limit only the first. */
  n: number;
  /** Until the stretch ends, in whole seconds, at least 1. */
  secondsLeft: number;
};

const SECONDS_LEFT = sql.raw(
  "greatest(1, ceil(extract(epoch from ends_at - studbook_now())))::integer",
);

/**
 * Counts one try under this key, by the database's clock. A stretch of `seconds` begins with the first
 * try after the end of the last; tries within it never prolong it. Beyond `tries` nothing is written any more, so
 * that a flood of tries that are refused costs little.
 */
export async function countTry(
  db: Db,
  key: string,
  { tries, seconds }: TryLimit,
): Promise<TryCount> {
  const { rows } = await sql<TryCount>`
    with spent as (
      select n, ${SECONDS_LEFT} as seconds_left from tries
        where key = ${key} and ends_at > studbook_now() and n > ${tries}
    ), counted as (
      insert into tries as t (key, n, ends_at)
        select ${key}, 1, studbook_now() + make_interval(secs => ${seconds})
        where not exists (select from spent)
      on conflict (key) do update set
        n = case when t.ends_at <= studbook_now() then 1 else t.n + 1 end,
        ends_at = case when t.ends_at <= studbook_now() then excluded.ends_at else t.ends_at end
      returning n, ${SECONDS_LEFT} as seconds_left
    )
    select n, seconds_left from spent union all select n, seconds_left from counted`.execute(db);
  const [count] = rows;
  if (!count) throw new Error("counting a try answered nothing");
  return count;
}

/**
 * Counts one try under this key, unless the running stretch has seen `most` of them: what is refused does not
 * count. Returns whether it was counted.
 */
export async function takeTry(
  db: Db,
  key: string,
  { most, seconds }: { most: number; seconds: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into tries as t (key, n, ends_at)
      values (${key}, 1, studbook_now() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      n = case when t.ends_at <= studbook_now() then 1 else t.n + 1 end,
      ends_at = case when t.ends_at <= studbook_now() then excluded.ends_at else t.ends_at end
      where t.ends_at <= studbook_now() or t.n < ${most}
    returning n`.execute(db);
  return rows.length > 0;
}

/**
 * Counts several tries under this key, at most `tries` of them, unless the running stretch has more than
 * `tries` with them. Returns whether they were counted.
 */
export async function takeTries(
  db: Db,
  key: string,
  adding: number,
  { tries, seconds }: TryLimit,
): Promise<boolean> {
  const { rows } = await sql`
    insert into tries as t (key, n, ends_at)
      values (${key}, ${adding}, studbook_now() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      n = case when t.ends_at <= studbook_now() then excluded.n else t.n + excluded.n end,
      ends_at = case when t.ends_at <= studbook_now() then excluded.ends_at else t.ends_at end
      where t.ends_at <= studbook_now() or t.n + excluded.n <= ${tries}
    returning n`.execute(db);
  return rows.length > 0;
}

/** Makes a try that was counted under this key not count. */
export async function takeBackTry(db: Db, key: string): Promise<void> {
  await sql`update tries set n = n - 1 where key = ${key} and n > 0`.execute(db);
}

/** What was counted under this key in the running stretch, if there is one. */
export async function findTryCount(db: Db, key: string): Promise<TryCount | undefined> {
  const { rows } = await sql<TryCount>`
    select n, ${SECONDS_LEFT} as seconds_left from tries
    where key = ${key} and ends_at > studbook_now()`.execute(db);
  return rows[0];
}

/** Removes what no longer counts. Returns how many keys that were. */
export async function deleteEndedTries(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("tries")
    .where("endsAt", "<=", sql<Date>`studbook_now()`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
