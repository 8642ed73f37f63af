import { afterAll, beforeAll, expect, test } from "vitest";
import { createAd, createUser } from "../test/factories.ts";
import { createTestDb, type TestDb } from "../test/test-db.ts";
import { migrateToLatest } from "./migrate.ts";
import { MIGRATIONS } from "./migration-list.ts";
import * as numberAds from "./migrations/0046-number-ads.ts";
import { findServerRole } from "./server-role.ts";

/** Not a multiple of the size of a batch. */
const ADS = 1203;

let studbook: TestDb;
beforeAll(async () => {
  studbook = await createTestDb();
  const { id: userId } = await createUser(studbook.db);
  const ad = await createAd(studbook.db, userId);
  await studbook.run(
    `insert into ads (user_id, dog_name, breed, state, birthdate, stud_fee, description, owner_name, owner_email)
     select user_id, dog_name, (array['Boxer', 'Pug'])[1 + n % 2], (array['TX', 'AL', 'WY'])[1 + n % 3], birthdate,
       stud_fee, description, owner_name, owner_email
     from ads, generate_series(2, ${ADS}) n where id = $1`,
    [ad.id],
  );
});
afterAll(() => studbook.drop());

/** Changes ads as they were before they had numbers. */
async function forgetNumbers(condition: string): Promise<void> {
  await studbook.run("alter table ads disable trigger user");
  await studbook.run(
    `update ads set breed_no = null, state_no = null, area = null where ${condition}`,
  );
  await studbook.run("alter table ads enable trigger user");
}

let runs = 0;

/** Runs the migration under a name of its own, because the database has it already. */
async function numberAgain(): Promise<void> {
  const again = Object.fromEntries(
    Array.from({ length: ++runs }, (_, n) => [`9${n}-number-ads`, numberAds]),
  );
  const migrations = { ...MIGRATIONS, ...again };
  const serverRole = findServerRole(studbook);
  expect(await migrateToLatest({ url: studbook.ownerUrl, serverRole, migrations })).toHaveLength(1);
}

const readAds = (columns: string) => studbook.run(`select ${columns} from ads order by id`);

test.each([
  ["all ads", "true"],
  [
    "the ads after an interruption",
    "id > (select percentile_disc(0.4) within group (order by id) from ads)",
  ],
  ["ads here and there", "hashtext(id::text) % 3 = 0"],
])("migration 0046 numbers %s, and nothing else changes", async (_ads, condition) => {
  const before = await readAds("*");
  expect(before.length).toBeGreaterThan(ADS);
  await forgetNumbers(condition);
  const counts = await studbook.run("select * from ad_counts order by breed, state");
  await numberAgain();
  expect(await readAds("*")).toEqual(before);
  expect(await studbook.run("select * from ad_counts order by breed, state")).toEqual(counts);
});

test("migration 0046 changes no ad that has its numbers", async () => {
  const versions = await readAds("id, xmin::text");
  await numberAgain();
  expect(await readAds("id, xmin::text")).toEqual(versions);
});
