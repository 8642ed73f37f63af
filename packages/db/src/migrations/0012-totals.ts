import { type Kysely, sql } from "kysely";

const SAMPLE_OWNER = "'fb33fbf2-aed9-4572-b5d7-1aa3900b6f87'::uuid";

/**
 * The operator's totals by UTC month: `users` and `ads` by the month they were made in, `revenue` in
 * cents by the month of the payment, `basic` and `premium` memberships by the month they end in.
 * The samples and their owner are in none. Kept as the counts of search are: a writer appends a
 * delta and waits for no other, folding adds deltas up, and the sum of both is exact.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const OF_USERS = (sign: string, rows: string) => `
  select 'users', utc_month(created_at), ${sign} from ${rows} where id <> ${SAMPLE_OWNER}
  union all
  select membership_tier, utc_month(membership_expires_at), ${sign} from ${rows}
    where id <> ${SAMPLE_OWNER}`;
const OF_ADS = (sign: string, rows: string) => `
  select 'ads', utc_month(created_at), ${sign} from ${rows} where user_id <> ${SAMPLE_OWNER}`;
const OF_PAYMENTS = (sign: string, rows: string) => `
  select 'revenue', utc_month(created_at), ${sign} * amount::bigint from ${rows}
    where status = 'succeeded'`;

const addUp = (changes: string, table = "total_deltas") => `
  insert into ${table} (what, month, n)
    select what, month, sum(n) from (${changes}) changes (what, month, n)
    where what is not null and month is not null
    group by what, month having sum(n) <> 0`;

const counting = (table: string, changes: (sign: string, rows: string) => string) => [
  `create function ${table}_total() returns trigger language plpgsql as $$
   declare
     sign integer := case tg_op when 'INSERT' then 1 else -1 end;
   begin
     ${addUp(changes("sign", "changed"))};
     return null;
   end $$`,
  `create trigger ${table}_total_inserted after insert on ${table}
   referencing new table as changed for each statement execute function ${table}_total()`,
  `create trigger ${table}_total_deleted after delete on ${table}
   referencing old table as changed for each statement execute function ${table}_total()`,
];

const emptying = (table: string, whats: string) => [
  `create function ${table}_total_truncated() returns trigger language plpgsql as $$
   begin
     delete from totals where what in (${whats});
     delete from total_deltas where what in (${whats});
     return null;
   end $$`,
  `create trigger ${table}_total_truncated after truncate on ${table}
   for each statement execute function ${table}_total_truncated()`,
];

const statements = [
  `create function utc_month(at timestamptz) returns date language sql immutable parallel safe
   return date_trunc('month', at at time zone 'UTC')::date`,
  `create table totals (
     what varchar(20) not null,
     month date not null,
     n bigint not null,
     primary key (what, month)
   ) with (fillfactor = 50)`,
  `create table total_deltas (
     what varchar(20) not null,
     month date not null,
     n bigint not null
   ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500)`,

  ...counting("users", OF_USERS),
  ...counting("ads", OF_ADS),
  ...counting("payments", OF_PAYMENTS),
  ...emptying("users", "'users', 'basic', 'premium'"),
  ...emptying("ads", "'ads'"),
  ...emptying("payments", "'revenue'"),

  // Per row, because a user's row changes with every ad of theirs and a statement's trigger could
  // not tell those changes from one of the membership.
  `create function users_membership_total() returns trigger language plpgsql as $$
   begin
     ${addUp(`values
       (old.membership_tier, utc_month(old.membership_expires_at), -1),
       (new.membership_tier, utc_month(new.membership_expires_at), 1)`)};
     return null;
   end $$`,
  `create trigger users_membership_total
   after update of membership_tier, membership_expires_at on users for each row
   when ((old.membership_tier, old.membership_expires_at)
     is distinct from (new.membership_tier, new.membership_expires_at)
     and new.id <> ${SAMPLE_OWNER})
   execute function users_membership_total()`,
  `create function payments_total_updated() returns trigger language plpgsql as $$
   begin
     ${addUp(`${OF_PAYMENTS("-1", "before")} union all ${OF_PAYMENTS("1", "after")}`)};
     return null;
   end $$`,
  `create trigger payments_total_updated after update on payments
   referencing old table as before new table as after
   for each statement execute function payments_total_updated()`,

  addUp(
    [OF_USERS("1", "users"), OF_ADS("1", "ads"), OF_PAYMENTS("1", "payments")].join(" union all "),
    "totals",
  ),

  // The memberships that end this month are counted one by one; the predicate leaves the sample
  // owner out without a look at the row.
  `create index users_expiry on users (membership_expires_at) include (membership_tier)
     where id <> ${SAMPLE_OWNER}`,
  `create index payments_succeeded on payments (user_id, created_at) include (amount)
     where status = 'succeeded'`,
];
