import { randomUUID } from "node:crypto";
import { BREEDS } from "@studbook/domain/breeds";
import type { NewAd } from "@studbook/domain/schemas/ad";
import { STATE_CODES } from "@studbook/domain/states";
import { CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createAd, createUser } from "../../test/factories.ts";
import { createTestDb, type TestDb, withConnection } from "../../test/test-db.ts";
import { foldAdCounts, sweepAds } from "./ad-counts.ts";
import type { AdPage } from "./ad-page.ts";
import { type AdSearch, compileSearch, searchAds } from "./search-ads.ts";

const NOW = new Date("2026-06-01T12:00:00.000Z");
const HOUR_MS = 3_600_000;

let studbook: TestDb;
beforeAll(async () => {
  studbook = await createTestDb();
});
beforeEach(async () => {
  await studbook.setNow(NOW);
  await studbook.run("truncate users cascade");
});
afterAll(() => studbook.drop());

describe("filters", () => {
  const ads: Pick<NewAd, "breed" | "state">[] = [
    { breed: "Boxer", state: "TX" },
    { breed: "Boxer", state: "ME" },
    { breed: "Pug", state: "TX" },
  ];

  test.each<[Partial<AdSearch>, number]>([
    [{}, 3],
    [{ breed: ["Boxer"] }, 2],
    [{ state: ["TX"] }, 2],
    [{ breed: ["Boxer"], state: ["TX"] }, 1],
    [{ breed: ["Pug"], state: ["ME"] }, 0],
    [{ breed: ["Akita"] }, 0],
    [{ breed: undefined, state: undefined }, 3],
    [{ breed: ["Boxer", "Pug"] }, 3],
    [{ breed: ["Pug", "Akita"] }, 1],
    [{ state: ["TX", "ME"] }, 3],
    [{ state: ["ME", "AK"] }, 1],
    [{ breed: ["Boxer", "Pug"], state: ["TX"] }, 2],
    [{ breed: ["Boxer"], state: ["TX", "ME"] }, 2],
    [{ breed: ["Pug", "Akita"], state: ["ME", "AK"] }, 0],
  ])("%j returns and counts %i ads", async (filter, expected) => {
    const user = await createUser(studbook.db);
    for (const ad of ads) await createAd(studbook.db, user.id, ad);
    const { items, total, next } = await searchAds(studbook.db, { ...filter, limit: 10 });
    expect(items).toHaveLength(expected);
    expect({ total, next }).toEqual({ total: expected, next: undefined });
  });
});

test("returns ads in the API's format, with milliseconds and in UTC", async () => {
  const user = await createUser(studbook.db);
  const createdAt = new Date("2025-12-31T23:59:59.100Z");
  const created = await createAd(studbook.db, user.id, { images: ["/photos/1"], createdAt });
  const { items } = await studbook.db.connection().execute(async (connection) => {
    await sql`set timezone to 'Asia/Tokyo'`.execute(connection);
    const page = await searchAds(connection, { limit: 1 });
    await sql`reset timezone`.execute(connection);
    return page;
  });
  expect(items).toEqual([created]);
  expect(created).toMatchObject({
    birthdate: "2022-02-28",
    createdAt: "2025-12-31T23:59:59.100Z",
    updatedAt: "2025-12-31T23:59:59.100Z",
    ownerPhone: null,
  });
});

describe("pages", () => {
  test.each<[Partial<AdSearch>, number]>([
    [{}, 60],
    [{ breed: ["Boxer"] }, 40],
    [{ state: ["TX"] }, 40],
    [{ breed: ["Boxer"], state: ["TX"] }, 20],
    [{ breed: ["Pug", "Boxer"] }, 60],
    [{ state: ["TX", "ME"] }, 60],
    [{ breed: ["Pug", "Boxer"], state: ["TX", "ME"] }, 60],
    [{ breed: ["Pug", "Akita"], state: ["TX", "AK"] }, 20],
  ])(
    "with %j return each of %i ads once, even with the same creation time",
    async (filter, expected) => {
      const user = await createUser(studbook.db);
      for (const createdAt of [NOW, new Date(NOW.getTime() + 1)]) {
        for (let round = 0; round < 10; round++) {
          await createAd(studbook.db, user.id, { createdAt, breed: "Boxer", state: "TX" });
          await createAd(studbook.db, user.id, { createdAt, breed: "Boxer", state: "ME" });
          await createAd(studbook.db, user.id, { createdAt, breed: "Pug", state: "TX" });
        }
      }
      const pages = await listPages({ ...filter, limit: 7 });
      const ads = pages.flatMap((page) => page.items);
      expect(ads).toHaveLength(expected);
      expect(new Set(ads.map((ad) => ad.id)).size).toBe(expected);
      const positions = ads.map((ad) => `${ad.createdAt} ${ad.id}`);
      expect(positions).toEqual(positions.toSorted().reverse());
      expect(pages.map((page) => page.total)).toEqual(pages.map(() => expected));
    },
  );

  test("a full last page has no next cursor", async () => {
    const user = await createUser(studbook.db);
    for (let n = 0; n < 4; n++) await createAd(studbook.db, user.id);
    expect(await listPages({ limit: 2 })).toHaveLength(2);
  });

  test("a concurrently created or deleted ad neither repeats nor hides another", async () => {
    const user = await createUser(studbook.db);
    const at = (ms: number) => ({ createdAt: new Date(NOW.getTime() + ms) });
    const oldest = await createAd(studbook.db, user.id, at(0));
    const middle = await createAd(studbook.db, user.id, at(1));
    const newest = await createAd(studbook.db, user.id, at(2));
    const first = await searchAds(studbook.db, { limit: 1 });
    await createAd(studbook.db, user.id, at(3));
    await studbook.db.deleteFrom("ads").where("id", "=", newest.id).execute();
    const second = await searchAds(studbook.db, { limit: 2, after: first.next });
    expect(second.items.map((ad) => ad.id)).toEqual([middle.id, oldest.id]);
  });
});

test("an ad leaves search and count at the instant its owner's membership ends", async () => {
  const user = await createUser(studbook.db, {
    membershipExpiresAt: new Date(NOW.getTime() + HOUR_MS),
  });
  await createAd(studbook.db, user.id);
  await studbook.advance(HOUR_MS - 1);
  expect(await searchAds(studbook.db, { limit: 1 })).toMatchObject({ total: 1, items: [{}] });
  await studbook.advance(1);
  expect(await searchAds(studbook.db, { limit: 1 })).toMatchObject({ total: 0, items: [] });
  expect(await sweepAds(studbook.db, 100)).toBe(1);
  expect(await foldAdCounts(studbook.db)).toBeGreaterThan(0);
  expect(await searchAds(studbook.db, { limit: 1 })).toMatchObject({ total: 0, items: [] });
});

test("a search for several breeds or states counts exactly before and after folding and expiry", async () => {
  const search: AdSearch = { breed: ["Boxer", "Pug"], state: ["TX", "ME"], limit: 1 };
  const user = await createUser(studbook.db, {
    membershipExpiresAt: new Date(NOW.getTime() + HOUR_MS),
  });
  const other = await createUser(studbook.db);
  for (const breed of ["Boxer", "Pug", "Akita"] as const) {
    for (const state of ["TX", "ME", "AK"] as const) {
      await createAd(studbook.db, user.id, { breed, state });
      await createAd(studbook.db, other.id, { breed, state });
    }
  }
  expect(await searchAds(studbook.db, search)).toMatchObject({ total: 8 });
  await foldAdCounts(studbook.db);
  expect(await searchAds(studbook.db, search)).toMatchObject({ total: 8 });
  await studbook.advance(HOUR_MS);
  expect(await searchAds(studbook.db, search)).toMatchObject({ total: 4 });
});

test.each<[Partial<AdSearch>, string]>([
  [{ breed: ["Boxer", "Pug"] }, "ads_listed_breed_new"],
  [{ state: ["TX", "ME"] }, "ads_listed_state_new"],
  [{ breed: ["Boxer", "Pug"], state: ["TX"] }, "ads_listed_breed_state_new"],
])("a search for %j reads one page of each from %s", async (filter, index) => {
  await createManyAds();
  const { sql: text, parameters } = compileSearch({ ...filter, limit: 10 });
  const explain = CompiledQuery.raw(`explain ${text}`, [...parameters]);
  const { rows } = await studbook.db.executeQuery(explain);
  expect(JSON.stringify(rows)).toMatch(
    new RegExp(`Limit[^>]*->[^>]*Index (?:Only )?Scan using ${index} `),
  );
});

test.each<Partial<AdSearch>>([
  {},
  { breed: ["Boxer"] },
  { state: ["TX"] },
  { breed: ["Boxer"], state: ["TX"] },
])("a connection keeps one plan for searches with %j", async (filter) => {
  await createManyAds();
  const after = { createdAt: NOW.toISOString(), id: randomUUID() };
  await withConnection(studbook.url, async (connection) => {
    for (let n = 0; n < 8; n++) {
      await searchAds(connection, { ...filter, limit: 100 });
      await searchAds(connection, { ...filter, limit: 100, after });
    }
    const { rows } = await sql<{ plans: number }>`
      select custom_plans::integer as plans from pg_prepared_statements
      where name like 'search-ads%'`.execute(connection);
    // PostgreSQL always makes a plan for each of the first five executions.
    expect(rows).toEqual([{ plans: 5 }, { plans: 5 }]);
  });
});

/** Creates so many ads of every breed and state that PostgreSQL plans as in production. */
async function createManyAds(): Promise<void> {
  const { id } = await createAd(studbook.db, (await createUser(studbook.db)).id);
  await studbook.run(
    `insert into ads (user_id, dog_name, breed, state, birthdate, stud_fee, description, owner_name, owner_email, created_at)
     select user_id, dog_name, breeds[1 + n % cardinality(breeds)], states[1 + n / 7 % cardinality(states)], birthdate,
       stud_fee, description, owner_name, owner_email, created_at - n * interval '1 minute'
     from ads, generate_series(1, 5000) n, (select $2::text[] as breeds, $3::text[] as states) as lists where id = $1`,
    [id, BREEDS, STATE_CODES],
  );
  await studbook.run("analyze ads");
}

async function listPages(search: AdSearch): Promise<AdPage[]> {
  const pages = [await searchAds(studbook.db, search)];
  for (let after = pages[0]?.next; after; after = pages.at(-1)?.next) {
    pages.push(await searchAds(studbook.db, { ...search, after }));
  }
  return pages;
}
