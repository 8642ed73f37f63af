import type { Ad } from "@studbook/domain/schemas/ad";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAd, createUser } from "../../test/factories.ts";
import { createTestDb, type TestDb } from "../../test/test-db.ts";
import { setAdHidden, setAdPaused } from "./ads.ts";
import { listRelatedAds } from "./related-ads.ts";

let studbook: TestDb;
let ownerId: string;
let otherId: string;
beforeAll(async () => {
  studbook = await createTestDb();
  ownerId = (await createUser(studbook.db)).id;
  otherId = (await createUser(studbook.db)).id;
});
afterAll(() => studbook.drop());

const waco = { place: { zip: "76701", city: "Waco" } };
const dallas = { place: { zip: "75201", city: "Dallas" } };
const seattle = { place: { zip: "98101", city: "Seattle" } };

const related = (ad: Ad) => listRelatedAds(studbook.db, ad);
const namesOf = (ads: readonly { dogName: string }[]) => ads.map(({ dogName }) => dogName);

test("the owner's newest public ads are listed without the ad itself, and all are counted", async () => {
  const { db } = studbook;
  const { id } = await createUser(db);
  const ads: Ad[] = [];
  for (let n = 1; n <= 7; n++) ads.push(await createAd(db, id, { dogName: `Own ${n}` }));
  const [first, second, third] = ads;
  if (!first || !second || !third) throw new Error("No ads");
  await db.transaction().execute(async (tx) => {
    await setAdHidden(tx, second.id, "Not a dog");
    await setAdPaused(tx, id, third.id, "infinity");
  });
  const { moreFromOwner, ownerTotal } = await related(first);
  expect(namesOf(moreFromOwner)).toEqual(["Own 7", "Own 6", "Own 5", "Own 4"]);
  expect(ownerTotal).toBe(5);
});

test("similar ads are public ones of the breed by other owners, the nearest first", async () => {
  const { db } = studbook;
  const breed = "Akita";
  const ad = await createAd(db, ownerId, { breed, record: waco });
  await createAd(db, ownerId, { breed, dogName: "Own", record: waco });
  await createAd(db, otherId, { breed: "Boxer", dogName: "Boxer", record: waco });
  await createAd(db, otherId, { breed, dogName: "Near", record: dallas });
  await createAd(db, otherId, { breed, dogName: "Far", state: "WA", record: seattle });
  await createAd(db, otherId, { breed, dogName: "Without a place", state: "OH" });
  const paused = await createAd(db, otherId, { breed, dogName: "Paused", record: waco });
  await db.transaction().execute((tx) => setAdPaused(tx, otherId, paused.id, "infinity"));
  const { similar } = await related(ad);
  expect(namesOf(similar)).toEqual(["Near", "Far", "Without a place"]);
});

test("the place of an ad that is not public does not show in the order", async () => {
  const { db } = studbook;
  const ads: Ad[] = [];
  for (const record of [seattle, dallas, waco]) {
    const state = record === seattle ? "WA" : "TX";
    ads.push(await createAd(db, otherId, { breed: "Whippet", state, record }));
  }
  const hidden = await createAd(db, ownerId, { breed: "Whippet", state: "WA", record: seattle });
  const placesOf = async () => (await related(hidden)).similar.map(({ city }) => city);
  expect(await placesOf()).toEqual(["Seattle", "Dallas", "Waco"]);
  await db.transaction().execute((tx) => setAdHidden(tx, hidden.id, "Not a dog"));
  expect(await placesOf()).toEqual(["Waco", "Dallas", "Seattle"]);
});

test("there are no related ads for IDs that are not UUIDs", async () => {
  const ad = await createAd(studbook.db, ownerId);
  const nothing = { moreFromOwner: [], ownerTotal: 0, similar: [] };
  expect(await listRelatedAds(studbook.db, { ...ad, id: "x" })).toEqual(nothing);
  expect(await listRelatedAds(studbook.db, { ...ad, userId: "x" })).toEqual(nothing);
});

test("without a place, similar ads of the same state come first, then the newest", async () => {
  const { db } = studbook;
  const breed = "Vizsla";
  await createAd(db, otherId, { breed, dogName: "Oldest, same state" });
  for (let n = 1; n <= 13; n++) {
    await createAd(db, otherId, { breed, dogName: `Ohio ${n}`, state: "OH" });
  }
  const { similar } = await related(await createAd(db, ownerId, { breed }));
  expect(namesOf(similar)).toEqual(["Oldest, same state", "Ohio 13", "Ohio 12", "Ohio 11"]);
});
