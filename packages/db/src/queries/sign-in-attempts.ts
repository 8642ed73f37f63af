import { sql } from "kysely";
import type { Db } from "../client.ts";

export type SignInLimit = {
  /** How many attempts within `windowSeconds` start the first block. */
  attempts: number;
  windowSeconds: number;
  /** Length of the first block. Each later block is twice as long, up to `longestBlockSeconds`. */
  firstBlockSeconds: number;
  longestBlockSeconds: number;
};

/**
 * Counts one sign-in attempt under this key unless the key is blocked. After a block one attempt is allowed, and it
 * starts the next block. The count resets `windowSeconds` after the last attempt or the end of the last block.
 *
 * @returns 0 if the attempt is allowed, otherwise the seconds until the block ends. Refused attempts change nothing.
 */
export async function countSignInAttempt(db: Db, key: string, limit: SignInLimit): Promise<number> {
  const now = sql.raw("studbook_now()");
  const window = sql`make_interval(secs => ${limit.windowSeconds})`;
  const longest = sql`make_interval(secs => ${limit.longestBlockSeconds})`;
  const secondsLeft = sql`greatest(1, ceil(extract(epoch from blocked_until - ${now})))::integer`;
  // A refused attempt only reads the block: it takes no lock and writes nothing.
  const { rows } = await sql<{ seconds: number }>`
    with blocked as (
      select ${secondsLeft} as seconds from sign_in_tries where key = ${key} and blocked_until > ${now}
    ), counted as (
      insert into sign_in_tries as t (key, tried_at, blocks, blocked_until, ends_at)
        select ${key}, array[${now}], 0, null, ${now} + ${window} where not exists (select from blocked)
      on conflict (key) do update set (tried_at, blocks, blocked_until, ends_at) = (
        select tried_at, blocks, blocked_until, coalesce(blocked_until, ${now}) + ${window}
        from (select array(select at from unnest(t.tried_at) at where at > ${now} - ${window}) || ${now})
            as counted (tried_at),
          lateral (select case
            when t.blocks > 0 and t.ends_at > ${now} then t.blocks + 1
            when cardinality(counted.tried_at) >= ${limit.attempts} then 1
            else 0 end) as levels (blocks),
          lateral (select case when levels.blocks > 0 then ${now} + least(${longest},
            make_interval(secs => ${limit.firstBlockSeconds} * 2 ^ least(levels.blocks - 1, 20))) end)
            as block (blocked_until))
      where t.blocked_until is null or t.blocked_until <= ${now}
      returning 0 as seconds
    )
    select seconds from blocked union all select seconds from counted`.execute(db);
  const [outcome] = rows;
  if (outcome) return outcome.seconds;
  // A concurrent attempt has started a block.
  const { rows: left } = await sql<{ seconds: number }>`
    select ${secondsLeft} as seconds from sign_in_tries where key = ${key}`.execute(db);
  return left[0]?.seconds ?? 1;
}

/** Removes the latest attempt under this key, whose password was never checked, and the block it started. */
export async function releaseSignInAttempt(db: Db, key: string): Promise<void> {
  await sql`
    update sign_in_tries set tried_at = trim_array(tried_at, 1), blocks = greatest(0, blocks - 1),
      blocked_until = case when blocks > 1 then studbook_now() end
    where key = ${key} and cardinality(tried_at) > 0`.execute(db);
}

/** Resets the count of this key. */
export async function deleteSignInAttempts(db: Db, key: string): Promise<void> {
  await db.deleteFrom("signInTries").where("key", "=", key).execute();
}

/** Deletes counts that have expired. Returns how many. */
export async function deleteExpiredSignInAttempts(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("signInTries")
    .where("endsAt", "<=", sql<Date>`studbook_now()`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
