import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAd, createUser } from "../test-factories.ts";
import { createTestDb, type TestDb } from "../testing.ts";
import { attachPhotos, findPhoto, insertPhoto } from "./photos.ts";

let studbook: TestDb;
beforeAll(async () => {
  studbook = await createTestDb();
});
afterAll(() => studbook.drop());

test("attaches an ad's photos and lets go of those it no longer has", async () => {
  const user = await createUser(studbook.db);
  const ad = await createAd(studbook.db, user.id);
  const [first, second] = [await createPhoto(user.id), await createPhoto(user.id)];
  expect(await attach(ad.id, [first])).toEqual([first]);
  expect(await attach(ad.id, [second])).toEqual([second]);
  expect((await findPhoto(studbook.db, first))?.adId).toBeNull();
  expect((await findPhoto(studbook.db, second))?.adId).toBe(ad.id);
});

test("attaches neither a photo of another ad nor one of another user", async () => {
  const [user, stranger] = [await createUser(studbook.db), await createUser(studbook.db)];
  const [ad, otherAd] = [
    await createAd(studbook.db, user.id),
    await createAd(studbook.db, user.id),
  ];
  const [used, foreign, free] = [
    await createPhoto(user.id),
    await createPhoto(stranger.id),
    await createPhoto(user.id),
  ];
  await attach(otherAd.id, [used]);
  expect(await attach(ad.id, [used, foreign, free])).toEqual([free]);
  expect((await findPhoto(studbook.db, used))?.adId).toBe(otherAd.id);
});

test("a photo's row outlives its ad and its user", async () => {
  const user = await createUser(studbook.db);
  const ad = await createAd(studbook.db, user.id);
  const photo = await createPhoto(user.id);
  await attach(ad.id, [photo]);
  await studbook.db.deleteFrom("users").where("id", "=", user.id).execute();
  expect(await findPhoto(studbook.db, photo)).toMatchObject({ adId: null, userId: null });
});

async function createPhoto(userId: string): Promise<string> {
  const size = { width: 1600, height: 1200, bytes: 200_000 };
  return (await insertPhoto(studbook.db, { id: randomUUID(), userId, ...size })).id;
}

async function attach(adId: string, ids: string[]): Promise<string[]> {
  return await studbook.db.transaction().execute((tx) => attachPhotos(tx, adId, ids));
}
