import { type Kysely, sql } from "kysely";

/** The tables of the specification, section 3, and the photos of ads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create function studbook_now() returns timestamptz language sql stable parallel safe return now()`,
  `comment on function studbook_now() is
     'The only clock that SQL reads, so that a test can replace it in its own database.'`,

  `create table users (
     id uuid primary key default gen_random_uuid(),
     email varchar(254),
     username varchar(64) not null,
     password varchar(255) not null,
     first_name varchar(100),
     last_name varchar(100),
     profile_image_url text,
     is_admin boolean not null default false,
     is_active boolean not null default true,
     membership_tier varchar(20) constraint users_tier_known
       check (membership_tier in ('basic', 'premium')),
     membership_expires_at timestamptz(3),
     ad_count integer not null default 0 constraint users_ad_count_natural check (ad_count >= 0),
     created_at timestamptz(3) not null default studbook_now(),
     updated_at timestamptz(3) not null default studbook_now()
   )`,
  `create unique index users_username_key on users (lower(username))`,
  `create index users_new on users (created_at desc, id desc)`,

  `create table sessions (
     sid varchar(255) primary key,
     sess json not null,
     expire timestamptz(3) not null
   )`,
  `create index sessions_user on sessions ((sess ->> 'userId'))`,
  `create index sessions_expire on sessions (expire)`,

  `create table ads (
     id uuid primary key default gen_random_uuid(),
     user_id uuid not null references users on delete cascade,
     dog_name varchar(80) not null,
     breed varchar(80) not null constraint ads_breed_named check (breed not in ('', '*')),
     state varchar(2) not null constraint ads_state_code check (state ~ '^[A-Z]{2}$'),
     birthdate date not null,
     stud_fee integer not null constraint ads_stud_fee_natural check (stud_fee >= 0),
     description varchar(5000) not null,
     images text[] not null default '{}' constraint ads_images_at_most_three
       check (cardinality(images) <= 3),
     owner_name varchar(100) not null,
     owner_email varchar(254) not null,
     owner_phone varchar(32),
     created_at timestamptz(3) not null default studbook_now(),
     updated_at timestamptz(3) not null default studbook_now()
   )`,
  `create index ads_user_new on ads (user_id, created_at desc, id desc)`,

  `create table payments (
     id uuid primary key default gen_random_uuid(),
     user_id uuid references users on delete set null,
     stripe_payment_intent_id varchar(255) not null constraint payments_intent_key unique,
     amount integer not null constraint payments_amount_natural check (amount >= 0),
     membership_tier varchar(20) not null constraint payments_tier_known
       check (membership_tier in ('basic', 'premium')),
     status varchar(20) not null,
     created_at timestamptz(3) not null default studbook_now()
   )`,
  `create index payments_user_new on payments (user_id, created_at desc, id desc)`,
  `create index payments_new on payments (created_at desc, id desc)`,

  `create table photos (
     id uuid primary key default gen_random_uuid(),
     user_id uuid references users on delete set null,
     ad_id uuid references ads on delete set null,
     width integer not null constraint photos_width_positive check (width > 0),
     height integer not null constraint photos_height_positive check (height > 0),
     bytes integer not null constraint photos_bytes_positive check (bytes > 0),
     created_at timestamptz(3) not null default studbook_now()
   )`,
  `comment on table photos is
     'A row outlives its ad and its user, so that the files of the photo can be found and deleted.'`,
  `create index photos_user on photos (user_id)`,
  `create index photos_ad on photos (ad_id)`,
];
