import { BREEDS, type Breed } from "@studbook/domain/breeds";
import { STATE_CODES, type StateCode } from "@studbook/domain/states";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createAd, createUser } from "../../test/factories.ts";
import { createTestDb, type TestDb } from "../../test/test-db.ts";
import { createRandom, type Random, writeAtRandom } from "../../test/workload.ts";
import type { Db } from "../client.ts";
import { pingDatabase } from "../ping.ts";
import { countAdsByBreed, countAdsByState, foldAdCounts, sweepAds } from "./ad-counts.ts";
import { setAdPaused } from "./ads.ts";
import { searchAds } from "./search-ads.ts";
import { HAS_RETURNED } from "./visibility.ts";

const WRITERS = 8;
const WRITES_EACH = 60;
const USERS = 30;
const NOW = new Date("2026-06-01T12:00:00.000Z");
const MINUTE_MS = 60_000;
/** More in `pnpm test:deep`, which also compares every pair of breed and state. */
const ROUNDS = Number(process.env.STUDBOOK_COUNT_ROUNDS ?? 2);
const ALL_PAIRS = process.env.STUDBOOK_COUNT_ROUNDS !== undefined;
const rounds = Array.from({ length: ROUNDS }, (_, round) => ({ seed: round + 1 }));

let studbook: TestDb;
let userIds: string[];
beforeEach(async () => {
  studbook = await createTestDb({ poolSize: WRITERS + 4 });
  await studbook.setNow(NOW);
  userIds = [];
  for (let n = 0; n < USERS; n++) {
    const membershipExpiresAt = new Date(NOW.getTime() + n * 7 * MINUTE_MS);
    userIds.push((await createUser(studbook.db, { membershipExpiresAt })).id);
  }
  await Promise.all(Array.from({ length: WRITERS }, () => pingDatabase(studbook.db)));
});
afterEach(() => studbook.drop());

describe("the total of every filter equals a plain count", () => {
  test.each(rounds)("with nothing swept or folded (seed $seed)", async ({ seed }) => {
    const random = createRandom(seed);
    const writing = new AbortController();
    const advancing = passTimeUntil(writing.signal, random);
    await writeFromAll(random).finally(() => writing.abort());
    await advancing;
    expect(await listWrongTotals()).toEqual([]);
    await studbook.advance(40 * MINUTE_MS);
    expect(await listWrongTotals()).toEqual([]);
  });

  test.each(rounds.slice(0, ROUNDS / 2))(
    "during concurrent sweeps, folds and searches (seed $seed)",
    async ({ seed }) => {
      const random = createRandom(1000 + seed);
      const writing = new AbortController();
      const concurrent = [maintainUntil(writing.signal), compareUntil(writing.signal, random)];
      await writeFromAll(random).finally(() => writing.abort());
      await Promise.all(concurrent);
      expect(await listWrongTotals()).toEqual([]);
      await studbook.advance(40 * MINUTE_MS);
      while ((await sweepAds(studbook.db, 5)) > 0);
      await foldAdCounts(studbook.db);
      expect(await listWrongTotals()).toEqual([]);
      expect(await countRows("ad_count_deltas")).toBe(0);
      expect(await countRows("ads where listed_until <= studbook_now()")).toBe(0);
      expect(await countRows(`ads where ${HAS_RETURNED}`)).toBe(0);
    },
  );
});

test("folds each delta once when four processes fold concurrently", async () => {
  await writeFromAll(createRandom(0));
  const deltas = await countRows("ad_count_deltas");
  const folded = await Promise.all([1, 2, 3, 4].map(() => foldAdCounts(studbook.db)));
  expect(folded.reduce((sum, n) => sum + n, 0)).toBe(deltas);
  expect(await listWrongTotals()).toEqual([]);
});

test("folding does nothing while another process is folding", async () => {
  await writeFromAll(createRandom(0));
  await studbook.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(7365002)`.execute(tx);
    expect(await foldAdCounts(studbook.db)).toBe(0);
  });
  expect(await foldAdCounts(studbook.db)).toBeGreaterThan(0);
});

test.each(["expired", "returned"])("sweeping skips locked owners of %s ads", async (why) => {
  const soon = new Date(NOW.getTime() + MINUTE_MS);
  const fields = why === "expired" ? { membershipExpiresAt: soon } : {};
  const { id } = await createUser(studbook.db, fields);
  const ad = await createAd(studbook.db, id);
  if (why === "returned") {
    await studbook.db.transaction().execute((tx) => setAdPaused(tx, id, ad.id, soon));
  }
  await studbook.advance(2 * MINUTE_MS);
  await studbook.db.transaction().execute(async (tx) => {
    await tx.selectFrom("users").select("id").forUpdate().execute();
    expect(await sweepAds(studbook.db, 1000)).toBe(0);
  });
  expect(await sweepAds(studbook.db, 1000)).toBe(1);
});

test("truncating the table of ads resets the counts", async () => {
  await writeFromAll(createRandom(0));
  await foldAdCounts(studbook.db);
  await studbook.run("truncate ads cascade");
  expect(await searchAds(studbook.db, { limit: 1 })).toEqual({ items: [], total: 0 });
});

async function writeFromAll(random: Random): Promise<void> {
  const generators = Array.from({ length: WRITERS }, () =>
    createRandom(Math.floor(random() * 2 ** 31)),
  );
  await Promise.all(
    generators.map((generator) => writeAtRandom(studbook.db, userIds, generator, WRITES_EACH)),
  );
}

async function passTimeUntil(signal: AbortSignal, random: Random): Promise<void> {
  while (!signal.aborted) await studbook.advance(random() * 0.2 * MINUTE_MS);
}

async function maintainUntil(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sweepAds(studbook.db, 3);
    await foldAdCounts(studbook.db);
  }
}

async function compareUntil(signal: AbortSignal, random: Random): Promise<void> {
  while (!signal.aborted) {
    await studbook.advance(random() * MINUTE_MS);
    const differences = await studbook.db
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute(async (tx) => {
        const naive = await countNaively(tx);
        const totals = [];
        const several = { breed: BREEDS.slice(0, 3), state: STATE_CODES.slice(0, 5) };
        for (const filter of [{}, { breed: BREEDS[0] }, { state: STATE_CODES[0] }, several]) {
          const { total } = await searchAds(tx, { ...searchFor(filter), limit: 1 });
          totals.push([filter, total, expectedOf(naive, filter)]);
        }
        for (const [breed, n] of await countAdsByBreed(tx)) {
          totals.push([breed, n, expectedOf(naive, { breed })]);
        }
        for (const [state, n] of await countAdsByState(tx)) {
          totals.push([state, n, expectedOf(naive, { state })]);
        }
        return totals.filter(([, total, expected]) => total !== expected);
      });
    expect(differences).toEqual([]);
  }
}

async function listWrongTotals(): Promise<string[]> {
  const naive = await countNaively(studbook.db);
  const wrong: string[] = [];
  // The sums over a breed or a state show a count that is wrong for a pair without ads.
  const filters = [undefined, ...BREEDS]
    .flatMap((breed) => [undefined, ...STATE_CODES].map((state) => ({ breed, state })))
    .filter(
      ({ breed, state }) => ALL_PAIRS || !breed || !state || naive.has(keyOf({ breed, state })),
    )
    .values();
  const compare = async () => {
    for (const filter of filters) {
      const { total } = await searchAds(studbook.db, { ...searchFor(filter), limit: 1 });
      const expected = naive.get(keyOf(filter)) ?? 0;
      if (total !== expected) wrong.push(`${keyOf(filter)}: ${total}, not ${expected}`);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, compare));
  expect(naive.get("all all")).toBeGreaterThan(0);
  return wrong;
}

type Filter = { breed?: OneOrMore<Breed>; state?: OneOrMore<StateCode> };
type OneOrMore<Value> = Value | readonly Value[] | undefined;

function listOf<Value extends string>(values: OneOrMore<Value>): readonly Value[] | undefined {
  return typeof values === "string" ? [values] : values;
}

function searchFor({ breed, state }: Filter) {
  return { breed: listOf(breed), state: listOf(state) };
}

function expectedOf(naive: Map<string, number>, { breed, state }: Filter): number {
  return (listOf(breed) ?? [undefined])
    .flatMap((breed) => (listOf(state) ?? [undefined]).map((state) => keyOf({ breed, state })))
    .reduce((sum, key) => sum + (naive.get(key) ?? 0), 0);
}

/** Counts from users and ads, without `listed_until`. */
async function countNaively(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ breed?: string; state?: string; n: number }>`
    select breed, state, count(*) as n from ads join users on users.id = ads.user_id
    where is_active and (is_admin or membership_expires_at > studbook_now())
      and hidden_at is null and (paused_until > studbook_now()) is not true
    group by cube (breed, state)`.execute(db);
  return new Map(rows.map((row) => [keyOf(row), row.n]));
}

function keyOf({ breed, state }: { breed?: string | undefined; state?: string | undefined }) {
  return `${breed ?? "all"} ${state ?? "all"}`;
}

async function countRows(source: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.raw(source)}`.execute(
    studbook.db,
  );
  return rows[0]?.n ?? 0;
}
