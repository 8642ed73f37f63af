import { existsSync } from "node:fs";
import { utcDay } from "@studbook/domain/age";
import { isBreed } from "@studbook/domain/breeds";
import { findOfaReading } from "@studbook/domain/ofa/find-ofa-reading";
import { listOfaWarnings } from "@studbook/domain/ofa/list-ofa-warnings";
import { PHOTO_WIDTHS, photoPath } from "@studbook/domain/photos";
import { SAMPLE_AD_IDS, SAMPLE_OWNER_ID, SAMPLE_PHOTO_IDS } from "@studbook/domain/samples";
import { recordChangeOn } from "@studbook/domain/schemas/record/record";
import { isStateCode } from "@studbook/domain/states";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDb, type TestDb } from "../test/test-db.ts";
import { MIGRATIONS } from "./migration-list.ts";
import { findAd } from "./queries/ads.ts";
import { getRecord } from "./queries/records.ts";
import { searchAds } from "./queries/search-ads.ts";
import { findUserById } from "./queries/users.ts";
import { findZip } from "./queries/zips.ts";

const [RANGER, MONDAY] = SAMPLE_AD_IDS;
/** Ranger's second photo in earlier versions. */
const OLD_PHOTO = "/photos/57d662ea-d30b-4b55-98e6-0b31cc791875/1600.webp";

let studbook: TestDb;
beforeAll(async () => {
  studbook = await createTestDb();
});
afterAll(() => studbook.drop());

test.each([...SAMPLE_AD_IDS.entries()])(
  "sample ad %i has the owner and photos that the domain package names",
  async (index, id) => {
    const ad = await findAd(studbook.db, id);
    const images = SAMPLE_PHOTO_IDS[index]?.map((photo) => photoPath(photo, 1600));
    expect(ad).toMatchObject({ userId: SAMPLE_OWNER_ID, images });
    expect(isBreed(ad?.breed) && isStateCode(ad?.state)).toBe(true);
  },
);

test.each(SAMPLE_PHOTO_IDS.flat())("photo %s of the sample ads is there in all widths", (id) => {
  const folder = new URL(`../../../apps/api/assets/samples/${id}/`, import.meta.url);
  const missing = PHOTO_WIDTHS.filter((width) => !existsSync(new URL(`${width}.webp`, folder)));
  expect(missing).toEqual([]);
});

test.each(SAMPLE_AD_IDS)("the record of sample ad %s passes the checks of the API", async (id) => {
  const ad = await findAd(studbook.db, id);
  const record = await getRecord(studbook.db, id);
  const created = utcDay(new Date(ad?.createdAt ?? 0));
  const { zip = "", city } = record.place ?? { city: "" };
  expect(recordChangeOn(created).parse(record)).toEqual({ ...record, place: { zip } });
  expect(await findZip(studbook.db, zip)).toEqual({ city, state: ad?.state });
});

test.each(SAMPLE_AD_IDS)("the OFA numbers of sample ad %s agree with the dog", async (id) => {
  const ad = await findAd(studbook.db, id);
  const { health } = await getRecord(studbook.db, id);
  const numbered = health?.tests?.filter(({ number }) => number !== undefined) ?? [];
  expect(numbered.length).toBeGreaterThan(0);
  for (const { number = "", ...row } of numbered) {
    const reading = findOfaReading(number);
    if (!reading) throw new Error(`${number} was not read`);
    const listing = { ...row, breed: ad?.breed, birthdate: ad?.birthdate, today: "2026-01-15" };
    expect(listOfaWarnings(reading, listing)).toEqual([]);
    expect([row.result, undefined]).toContain(reading.result);
  }
});

test("searches show what the records of the sample ads state", async () => {
  const { items } = await searchAds(studbook.db, { limit: 10 });
  const summaries = Object.fromEntries(items.map((ad) => [ad.id, ad]));
  expect(summaries[RANGER]).toMatchObject({
    titles: { prefix: "CH", suffix: "JH CGC" },
    city: "Bozeman",
    methods: ["natural", "chilled"],
    testsStated: 4,
  });
  expect(summaries[MONDAY]).toMatchObject({ city: "Damariscotta", testsStated: 2 });
});

test("the migration keeps what an operator has changed, and replaces the photos of older versions", async () => {
  const changed = await createTestDb();
  const images = [photoPath(SAMPLE_PHOTO_IDS[0][0], 1600), OLD_PHOTO];
  await changed.run("update ads set images = $1 where id = $2", [images, RANGER]);
  await changed.run("update ad_records set titles = null where ad_id = $1", [RANGER]);
  await changed.run("delete from ads where id = $1", [MONDAY]);
  await MIGRATIONS["0048-sample-records"]?.up(changed.owner);
  expect(await getRecord(changed.db, RANGER)).not.toHaveProperty("titles");
  expect((await findAd(changed.db, RANGER))?.images).toEqual(
    SAMPLE_PHOTO_IDS[0].slice(0, 2).map((id) => photoPath(id, 1600)),
  );
  expect(await changed.run("select from ad_records where ad_id = $1", [MONDAY])).toEqual([]);
  await changed.drop();
});

test("the sample owner has an unusable password and an ad count of two", async () => {
  const owner = await findUserById(studbook.db, SAMPLE_OWNER_ID);
  expect(owner).toMatchObject({ password: "!", adCount: SAMPLE_AD_IDS.length, isAdmin: false });
});

test("the sample ads stay public far in the future", async () => {
  await studbook.setNow(new Date("2999-12-31T00:00:00Z"));
  expect((await searchAds(studbook.db, { limit: 10 })).total).toBe(2);
});
