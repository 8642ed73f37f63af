import { BREEDS } from "@studbook/domain/breeds";
import { STATE_CODES } from "@studbook/domain/states";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAd, createUser } from "../../test/factories.ts";
import { createTestDb, runSql, type TestDb, withConnection } from "../../test/test-db.ts";
import { listenToAdChanges } from "../ad-changes.ts";
import type { Db } from "../client.ts";
import { countAdsByBreed, countAdsByState, foldAdCounts, sweepAds } from "./ad-counts.ts";
import { countPendingRows, hasPendingRows } from "./pending-rows.ts";
import { searchAds } from "./search-ads.ts";
import { foldTotals } from "./totals.ts";

const NOW = new Date("2026-06-01T12:00:00.000Z");
const HOUR_MS = 3_600_000;
const ADS = 20_000;
const RETURNS_PER_HOUR = 10;
/** More than the executions after which a connection uses one plan for all values. */
const EXECUTIONS = 7;

let studbook: TestDb;
beforeAll(async () => {
  studbook = await createTestDb();
  await studbook.setNow(NOW);
  const { id } = await createAd(studbook.db, (await createUser(studbook.db)).id);
  await studbook.run(
    `insert into users (username, password, membership_tier, membership_expires_at)
     select 'user ' || n, '!', 'premium', studbook_now() + interval '1 year' from generate_series(1, $1) n`,
    [ADS / 4],
  );
  // A tenth is paused: half of them without an end, and the others return one after the other.
  await studbook.run(
    `insert into ads (user_id, dog_name, breed, state, birthdate, stud_fee, description, owner_name, owner_email, created_at, paused_until)
     select users.id, dog_name, breeds[1 + n % cardinality(breeds)], states[1 + n / 7 % cardinality(states)], birthdate,
       stud_fee, description, owner_name, owner_email, ads.created_at - n * interval '1 minute',
       case n % 20 when 0 then 'infinity' when 10 then studbook_now() + n * interval '18 s' end
     from ads, generate_series(1, $4) n join users on username = 'user ' || (1 + n / 4),
       (select $2::text[] as breeds, $3::text[] as states) as lists
     where ads.id = $1`,
    [id, BREEDS, STATE_CODES, ADS],
  );
  await foldAdCounts(studbook.db);
  await foldTotals(studbook.db);
  await studbook.run("analyze");
});
afterAll(() => studbook.drop());

/** How many scans of the whole table and of its indexes have ended. */
async function countScans(): Promise<{ whole: number; byIndex: number }> {
  const [row] = await studbook.run(
    "select seq_scan::integer, idx_scan::integer from pg_stat_user_tables where relname = 'ads'",
  );
  return { whole: Number(row?.seqScan), byIndex: Number(row?.idxScan) };
}

async function expectIndexScans(db: Db, read: () => Promise<unknown>): Promise<void> {
  const flush = async () => {
    await runSql(db, "select pg_stat_force_next_flush()");
    await runSql(db, "select 1");
  };
  await flush();
  const before = await countScans();
  for (let n = 0; n < EXECUTIONS; n++) await read();
  await flush();
  const after = await countScans();
  expect(after.whole).toBe(before.whole);
  expect(after.byIndex).toBeGreaterThanOrEqual(before.byIndex + EXECUTIONS);
}

const reads: [string, (db: Db) => Promise<unknown>][] = [
  ["searchAds", (db) => searchAds(db, { limit: 100 })],
  ["searchAds for a breed", (db) => searchAds(db, { breed: ["Boxer"], limit: 100 })],
  ["searchAds for breeds", (db) => searchAds(db, { breed: ["Boxer", "Pug"], limit: 100 })],
  ["countAdsByBreed", countAdsByBreed],
  ["countAdsByState", countAdsByState],
  ["hasPendingRows", hasPendingRows],
  ["countPendingRows", countPendingRows],
];

test.each(reads)(
  "%s does not read the whole table, before and after ads return",
  async (_, read) => {
    await withConnection(studbook.url, async (db) => {
      for (const hours of [0, 1]) {
        await studbook.setNow(new Date(NOW.getTime() + hours * HOUR_MS));
        await expectIndexScans(db, () => read(db));
      }
    });
  },
);

test("sweepAds does not read the whole table, whether ads have returned or not", async () => {
  await withConnection(studbook.url, async (db) => {
    await studbook.setNow(new Date(NOW.getTime() + 2 * HOUR_MS));
    const { total } = await searchAds(db, { limit: 1 });
    let swept = 0;
    await expectIndexScans(db, async () => {
      swept += await sweepAds(db, 5);
    });
    expect(swept).toBe(2 * RETURNS_PER_HOUR);
    expect(await searchAds(db, { limit: 1 })).toMatchObject({ total });
  });
});

test("listEndings does not read the whole table, and lists the next returns", async () => {
  await studbook.setNow(new Date(NOW.getTime() + 10 * HOUR_MS));
  const before = await countScans();
  const changes = await listenToAdChanges(studbook.url, {
    onChanges: () => undefined,
    onLost: () => undefined,
  });
  const { endings } = await changes.listEndings(HOUR_MS);
  expect(endings).toHaveLength(RETURNS_PER_HOUR);
  // The statistics of a connection are complete once it has ended.
  await changes.close();
  await expect.poll(async () => (await countScans()).byIndex).toBeGreaterThan(before.byIndex);
  expect((await countScans()).whole).toBe(before.whole);
});
