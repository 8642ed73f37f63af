import { SAMPLE_OWNER_ID } from "@studbook/domain/samples";
import { sql } from "kysely";
import type { Db } from "../client.ts";

const SAMPLES = sql`${sql.lit(SAMPLE_OWNER_ID)}::uuid`;

/**
 * Names up to 20 stored sums that differ from what the rows add up to: search counts, the operator's totals and
 * `users.ad_count`. Empty if all are correct. Reads every row.
 */
export async function listWrongSums(db: Db): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    with counted as (
      select coalesce(breed, '*') as breed, coalesce(state, '*') as state, count(*) as n
      from ads where listed_until is not null and paused_until is null group by cube (breed, state)
    ), stored as (
      select breed, state, sum(n) as n from (
        select breed, state, n from ad_counts
        union all
        select coalesce(breed, '*'), coalesce(state, '*'), sum(n) from ad_count_deltas
          group by cube (breed, state)
      ) parts group by breed, state
    ), figures (what, month, n) as (
      select 'users', utc_month(created_at), count(*) from users where id <> ${SAMPLES} group by 2
      union all
      select membership_tier, utc_month(membership_expires_at), count(*) from users
        where id <> ${SAMPLES} and membership_tier is not null and membership_expires_at is not null
        group by 1, 2
      union all
      select 'ads', utc_month(created_at), count(*) from ads where user_id <> ${SAMPLES} group by 2
      union all
      select 'revenue', utc_month(created_at), sum(amount) from payments where status = 'succeeded'
        group by 2
      union all
      select 'members', utc_month(first_at), count(*) from (
        select min(created_at) as first_at from payments
        where status = 'succeeded' and user_id is not null group by user_id
      ) firsts group by 2
    ), sums as (
      select what, month, sum(n) as n from (
        select what, month, n from totals union all select what, month, n from total_deltas
      ) parts group by what, month
    )
    select 'search ' || breed || ' ' || state as what from counted full join stored using (breed, state)
      where coalesce(counted.n, 0) <> coalesce(stored.n, 0)
    union all
    select figures.what || ' ' || month from figures full join sums using (what, month)
      where coalesce(figures.n, 0) <> coalesce(sums.n, 0)
    union all
    select 'ads of user ' || users.id from users
      left join (select user_id, count(*) as n from ads group by user_id) owned on owned.user_id = users.id
      where ad_count <> coalesce(owned.n, 0)
    limit 20`.execute(db);
  return rows.map(({ what }) => what);
}
