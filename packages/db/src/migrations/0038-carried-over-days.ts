import { type Kysely, sql } from "kysely";

/**
 * An upgrade carries the rest of Basic over, so a Premium payment names the Basic periods that it replaces, and each
 * payment keeps the list price that its days are worth. Upgrades from before have neither and stay as they were sold.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table payments
     add column list_price integer constraint payments_list_price_positive check (list_price > 0),
     add column replaces text[] not null default '{}'
       constraint payments_premium_replaces check (membership_tier = 'premium' or replaces = '{}')`,
  `comment on column payments.list_price is
     'The price of a year of this plan in cents, without a coupon, when it was paid.'`,
  `comment on column payments.replaces is
     'The payments whose Basic period this upgrade ended, and "grant:" with a payment for a granted one.'`,
  `comment on column payments.given_up_at is
     'When an upgrade ended a Basic period for good, before upgrades carried time over.'`,
  `create index payments_period_from on payments (period_from) where period_from is not null`,
];
