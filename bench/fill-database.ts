import { foldAdCounts } from "@studbook/db/queries/ad-counts";
import { foldTotals } from "@studbook/db/queries/totals";
import type { TestDb } from "@studbook/db/test/test-db";
import { BREEDS } from "@studbook/domain/breeds";
import { STATE_CODES } from "@studbook/domain/states";

/** How many rows to insert. */
export type Sizes = { users: number; ads: number; payments: number };

/** Several years of a large site, for the admin pages and backups. */
export const LARGE_SITE: Sizes = { users: 100_000, ads: 1_000_000, payments: 200_000 };

/** An index into a list of `length` entries, counted from 1. By Zipf's law, the first entry is the most frequent one. */
const zipf = (length: number) => `floor(power(${length + 1}, random()))::integer`;

function listStatements({ users, ads, payments }: Sizes): string[] {
  return [
    `select setseed(0.5)`,
    `insert into users (username, password, email, first_name, last_name, is_active, membership_tier,
       membership_expires_at, created_at)
     select 'person' || n, '!', 'person' || n || '@kennels' || n % 100 || '.example', 'First' || n % 500,
       'Last' || n % 3000, n % 50 <> 0,
       case n % 5 when 0 then null when 1 then 'basic' else 'premium' end,
       case when n % 5 > 0 then now() + (random() * 500 - 150) * interval '1 day' end,
       now() - random() * interval '1100 days'
     from generate_series(1, ${users}) n`,
    // Skewed like real sellers: few users have most of the ads. About 30% of the ads are those of expired or inactive ones.
    `insert into ads (user_id, dog_name, breed, state, birthdate, stud_fee, description, images,
       owner_name, owner_email, created_at)
     select owners.ids[1 + floor(power(random(), 2) * array_length(owners.ids, 1))::integer], 'Dog ' || n,
       ($1::text[])[${zipf(BREEDS.length)}], ($2::text[])[${zipf(STATE_CODES.length)}],
       '2022-02-28', n % 3000, repeat('A steady and biddable dog. ', 12),
       array['/photos/' || gen_random_uuid() || '/1600.webp'], 'Owner ' || n,
       'owner' || n || '@example.com', now() - random() * interval '1000 days'
     from generate_series(1, ${ads}) n,
       (select array_agg(id) as ids from users
        where username like 'person%' and membership_tier is not null) owners`,
    `update users set ad_count = owned.n
     from (select user_id, count(*) as n from ads group by user_id) owned where id = owned.user_id`,
    `insert into payments (user_id, stripe_payment_intent_id, amount, membership_tier, status, created_at)
     select owners.ids[1 + n % ${users}], 'pi_' || n, case n % 3 when 0 then 2900 else 5900 end,
       case n % 3 when 0 then 'basic' else 'premium' end,
       case n % 10 when 0 then 'failed' else 'succeeded' end, now() - random() * interval '1000 days'
     from generate_series(1, ${payments}) n,
       (select array_agg(id) as ids from users where username like 'person%') owners`,
  ];
}

/** Fills a migrated database as its owner: most memberships are active, a few accounts are deactivated. */
export async function fillDatabase({ db, run }: Pick<TestDb, "db" | "run">, sizes: Sizes) {
  await run("set statement_timeout = 0");
  for (const statement of listStatements(sizes)) {
    await run(statement, statement.includes("$1") ? [BREEDS, STATE_CODES] : []);
  }
  await foldAdCounts(db);
  await foldTotals(db);
  await run("vacuum analyze");
}
