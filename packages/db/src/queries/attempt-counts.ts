import { sql } from "kysely";
import type { Db } from "../client.ts";

/** How many attempts a key can make per window of `seconds`. */
export type AttemptLimit = { attempts: number; seconds: number };

export type AttemptCount = {
  /** Attempts in the current window, including this one; attempts over the limit count as one. */
  n: number;
  /** Whole seconds until the window ends; at least 1. */
  secondsLeft: number;
};

const SECONDS_LEFT = sql.raw(
  "greatest(1, ceil(extract(epoch from ends_at - studbook_now())))::integer",
);

/**
 * Counts one attempt under this key, by the database's clock. A window starts with the first attempt after the
 * previous window ended, and later attempts do not extend it. Once the limit is exceeded nothing is written, so
 * that a flood of refused attempts stays cheap.
 */
export async function countAttempt(
  db: Db,
  key: string,
  { attempts, seconds }: AttemptLimit,
): Promise<AttemptCount> {
  const { rows } = await sql<AttemptCount>`
    with spent as (
      select n, ${SECONDS_LEFT} as seconds_left from tries
        where key = ${key} and ends_at > studbook_now() and n > ${attempts}
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
  if (!count) throw new Error("Counting an attempt returned no row");
  return count;
}

/**
 * Counts attempts under this key if the current window has room for all of them. Returns whether they were
 * counted; refused attempts do not count. `count` must not exceed the limit.
 */
export async function claimAttempts(
  db: Db,
  key: string,
  { attempts, seconds }: AttemptLimit,
  count = 1,
): Promise<boolean> {
  const { rows } = await sql`
    insert into tries as t (key, n, ends_at)
      values (${key}, ${count}, studbook_now() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      n = case when t.ends_at <= studbook_now() then excluded.n else t.n + excluded.n end,
      ends_at = case when t.ends_at <= studbook_now() then excluded.ends_at else t.ends_at end
      where t.ends_at <= studbook_now() or t.n + excluded.n <= ${attempts}
    returning n`.execute(db);
  return rows.length > 0;
}

/** Subtracts attempts that were counted under this key. */
export async function releaseAttempts(db: Db, key: string, count = 1): Promise<void> {
  await sql`update tries set n = greatest(n - ${count}::integer, 0) where key = ${key}`.execute(db);
}

/** Returns the count of the current window, or undefined if no window is open. */
export async function findAttemptCount(db: Db, key: string): Promise<AttemptCount | undefined> {
  const { rows } = await sql<AttemptCount>`
    select n, ${SECONDS_LEFT} as seconds_left from tries
    where key = ${key} and ends_at > studbook_now()`.execute(db);
  return rows[0];
}

/** Deletes counts whose window has ended. Returns how many. */
export async function deleteExpiredAttemptCounts(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("tries")
    .where("endsAt", "<=", sql<Date>`studbook_now()`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
