import { SAMPLE_OWNER_ID } from "@studbook/domain/samples";
import type { AdminStats, MonthFigures } from "@studbook/domain/schemas/admin";
import { CompiledQuery, sql } from "kysely";
import { LOCK_KEYS } from "../advisory-locks.ts";
import type { Db } from "../client.ts";
import { named } from "../named-statements.ts";
import { foldDeltas } from "./fold-deltas.ts";
import { PAYMENT_COLUMNS } from "./payment-json.ts";

const SUMS = `
  select what, month, n from totals union all select what, month, n from total_deltas`;

// Memberships that end in a later month are active; those that end this month are checked one by one.
const activeMembers = (tier: string) => `
  (coalesce(sum(n) filter (where what = '${tier}' and month > utc_month(studbook_now())), 0)
   + (select count(*) from users where membership_tier = '${tier}'
        and membership_expires_at > studbook_now()
        and membership_expires_at < (utc_month(studbook_now()) + interval '1 month') at time zone 'UTC'
        and id <> '${SAMPLE_OWNER_ID}'::uuid))::integer`;

const STATS = named(
  "admin-stats",
  `select
     coalesce(sum(n) filter (where what = 'users'), 0)::integer as total_users,
     coalesce(sum(n) filter (where what = 'ads'), 0)::integer as total_ads,
     coalesce(sum(n) filter (where what = 'revenue'), 0)::bigint as total_revenue,
     ${activeMembers("basic")} as basic_members,
     ${activeMembers("premium")} as premium_members,
     (select coalesce(json_agg(payment), '[]') from (
        select ${PAYMENT_COLUMNS},
          (select json_build_object('id', users.id, 'username', users.username)
             from users where users.id = payments.user_id) as payer
        from payments order by created_at desc, id desc limit 10
      ) payment) as recent_payments
   from (${SUMS}) sums`,
);

/** Returns the operator's figures, exact within one snapshot, without scanning users, ads or payments. */
export async function getStats(db: Db): Promise<AdminStats> {
  const query: CompiledQuery<AdminStats> = CompiledQuery.raw(STATS);
  const { rows } = await db.executeQuery(query);
  const [stats] = rows;
  if (!stats) throw new Error("The statistics returned no row");
  return stats;
}

/**
 * Returns the last `months` UTC months, oldest first, without gaps. A new member's first payment that still counts
 * is of that month; erased users do not count.
 */
export async function listMonths(db: Db, months: number): Promise<MonthFigures[]> {
  const { rows } = await sql<MonthFigures>`
    with requested as (
      select generate_series(utc_month(studbook_now()) - make_interval(months => ${months - 1}),
        utc_month(studbook_now()), interval '1 month')::date as month
    )
    select to_char(requested.month, 'YYYY-MM') as month,
      coalesce(sum(n) filter (where what = 'revenue'), 0)::bigint as revenue,
      coalesce(sum(n) filter (where what = 'users'), 0)::integer as sign_ups,
      coalesce(sum(n) filter (where what = 'members'), 0)::integer as new_members
    from requested left join (${sql.raw(SUMS)}) sums on sums.month = requested.month
    group by requested.month order by requested.month`.execute(db);
  return rows;
}

/** SQL that counts all users except the sample owner. */
export const COUNT_USERS = `
  (select coalesce(sum(n), 0) from (${SUMS}) sums where what = 'users')::integer`;

/**
 * Folds the deltas into `totals`, so that queries have few rows to sum. Does nothing while another process is folding.
 *
 * @returns the number of deltas folded
 */
export function foldTotals(db: Db): Promise<number> {
  const fold = sql<{ deltas: number }>`
    with taken as (
      delete from total_deltas returning what, month, n
    ), folded as (
      insert into totals as sums (what, month, n)
      select what, month, sum(n) from taken group by what, month having sum(n) <> 0
      on conflict (what, month) do update set n = sums.n + excluded.n
    )
    select count(*) as deltas from taken`;
  return foldDeltas(db, LOCK_KEYS.foldTotals, fold);
}
