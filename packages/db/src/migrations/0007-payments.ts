import { type Kysely, sql } from "kysely";

/**
 * Attempts to pay, coupons, and the period that every payment owns. An attempt is written before the
 * provider is called and its id is the idempotency key; a row of `payments` begins at the first
 * definite outcome.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table coupons (
     id uuid primary key default gen_random_uuid(),
     code varchar(64) not null,
     key varchar(64) not null constraint coupons_key unique
       constraint coupons_key_folded check (key = lower(btrim(code)) and key <> ''),
     description varchar(200) not null,
     percent_off integer not null constraint coupons_percentage check (percent_off between 1 and 100),
     active boolean not null default true,
     starts_at timestamptz(3),
     ends_at timestamptz(3),
     max_redemptions integer constraint coupons_max_redemptions_positive check (max_redemptions > 0),
     created_at timestamptz(3) not null default studbook_now(),
     updated_at timestamptz(3) not null default studbook_now(),
     constraint coupons_dates check (starts_at < ends_at)
   )`,
  `insert into coupons (code, key, description, percent_off) values
     ('NewStud', 'newstud', 'Half off the first year for new studs', 50),
     ('Launch', 'launch', 'Half off to celebrate our launch', 50),
     ('START2025', 'start2025', '99% off to start the season', 99)`,

  `create table payment_attempts (
     id uuid primary key default gen_random_uuid(),
     user_id uuid references users on delete set null,
     membership_tier varchar(20) not null constraint payment_attempts_tier_known
       check (membership_tier in ('basic', 'premium')),
     coupon_id uuid references coupons,
     amount integer not null constraint payment_attempts_amount_chargeable check (amount >= 50),
     status varchar(20) not null default 'open' constraint payment_attempts_status_known
       check (status in ('open', 'succeeded', 'rejected', 'canceled')),
     stripe_payment_intent_id varchar(255) constraint payment_attempts_intent_key unique,
     revision integer not null default 0,
     created_at timestamptz(3) not null default studbook_now(),
     updated_at timestamptz(3) not null default studbook_now()
   )`,
  `comment on column payment_attempts.status is
     'rejected: paid, but not what was asked for, so that a person has to look at it'`,
  `comment on column payment_attempts.revision is
     'Grows with every change to the attempt or its payment. What was read from the provider is written only while this is what it was before reading.'`,
  `create unique index payment_attempts_one_open on payment_attempts (user_id) where status = 'open'`,
  `create index payment_attempts_open on payment_attempts (created_at) where status = 'open'`,
  `create index payment_attempts_user on payment_attempts (user_id, created_at desc)`,

  `create table coupon_redemptions (
     coupon_id uuid not null references coupons,
     user_id uuid not null references users on delete cascade,
     attempt_id uuid not null constraint coupon_redemptions_attempt_key unique
       references payment_attempts on delete cascade,
     created_at timestamptz(3) not null default studbook_now(),
     constraint coupon_redemptions_once primary key (coupon_id, user_id)
   )`,

  `create table stripe_events (
     id varchar(255) primary key,
     type varchar(100) not null,
     created_at timestamptz(3) not null default studbook_now()
   )`,
  `create index stripe_events_created on stripe_events (created_at)`,

  `alter table payments
     add column attempt_id uuid constraint payments_attempt_key unique references payment_attempts,
     add column amount_refunded integer not null default 0 constraint payments_refund_natural
       check (amount_refunded >= 0),
     add column period_from timestamptz(3),
     add column period_to timestamptz(3),
     add column given_up_at timestamptz(3),
     add column granted_tier varchar(20) constraint payments_granted_tier_known
       check (granted_tier in ('basic', 'premium')),
     add column granted_until timestamptz(3),
     add constraint payments_status_known
       check (status in ('succeeded', 'failed', 'refunded', 'disputed')),
     add constraint payments_period_whole
       check ((period_from is null) = (period_to is null) and period_from < period_to),
     add constraint payments_failed_owns_nothing
       check (status <> 'failed' or period_from is null),
     add constraint payments_granted_whole
       check ((granted_tier is null) = (granted_until is null))`,
  `comment on column payments.given_up_at is
     'When a Basic period ended early because Premium was bought; it does not come back.'`,
  `comment on column payments.granted_until is
     'A membership that no payment owned and that this purchase came upon, kept in case it is refunded.'`,

  `create index users_membership_expires on users (membership_expires_at)
     where membership_expires_at is not null`,

  // Payments from before owned no period: the last one ends with the membership, each a year.
  `update payments set period_from = owned.period_to - interval '1 year', period_to = owned.period_to
   from (
     select p.id, u.membership_expires_at - make_interval(years =>
       (row_number() over (partition by p.user_id order by p.created_at desc, p.id desc) - 1)::int
     ) as period_to
     from payments p join users u on u.id = p.user_id
     where p.status = 'succeeded' and u.membership_expires_at is not null
       and isfinite(u.membership_expires_at)
   ) owned where payments.id = owned.id`,
];
