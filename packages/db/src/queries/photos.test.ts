import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAd, createUser } from "../../test/factories.ts";
import { createTestDb, type TestDb } from "../../test/test-db.ts";
import {
  attachPhotos,
  deletePhotos,
  findPhoto,
  findPhotoAccess,
  insertPhoto,
  listPhotos,
  lockUnusedPhotos,
} from "./photos.ts";

const HOUR_MS = 60 * 60 * 1000;

let studbook: TestDb;
beforeAll(async () => {
  studbook = await createTestDb();
});
afterAll(() => studbook.drop());

test("attaches an ad's photos and detaches those it no longer uses", async () => {
  const user = await createUser(studbook.db);
  const ad = await createAd(studbook.db, user.id);
  const first = await createPhoto(user.id);
  const second = await createPhoto(user.id);
  expect(await attach(ad.id, [first])).toEqual([first]);
  expect(await attach(ad.id, [second])).toEqual([second]);
  expect((await findPhoto(studbook.db, first))?.adId).toBeNull();
  expect((await findPhoto(studbook.db, second))?.adId).toBe(ad.id);
});

test("does not attach a photo of another ad or of another user", async () => {
  const user = await createUser(studbook.db);
  const stranger = await createUser(studbook.db);
  const ad = await createAd(studbook.db, user.id);
  const otherAd = await createAd(studbook.db, user.id);
  const used = await createPhoto(user.id);
  const foreign = await createPhoto(stranger.id);
  const free = await createPhoto(user.id);
  await attach(otherAd.id, [used]);
  expect(await attach(ad.id, [used, foreign, free])).toEqual([free]);
  expect((await findPhoto(studbook.db, used))?.adId).toBe(otherAd.id);
});

test("keeps a photo's row when its ad and user are deleted", async () => {
  const user = await createUser(studbook.db);
  const ad = await createAd(studbook.db, user.id);
  const photo = await createPhoto(user.id);
  await attach(ad.id, [photo]);
  await studbook.db.deleteFrom("users").where("id", "=", user.id).execute();
  expect(await findPhoto(studbook.db, photo)).toMatchObject({ adId: null, userId: null });
});

test("unused_since is the time since which no ad has used the photo", async () => {
  const user = await createUser(studbook.db);
  const ad = await createAd(studbook.db, user.id);
  const uploaded = new Date("2026-05-01T10:00:00Z");
  await studbook.setNow(uploaded);
  const photo = await createPhoto(user.id);
  const unusedSince = async () => (await findPhoto(studbook.db, photo))?.unusedSince;
  expect(await unusedSince()).toEqual(uploaded);
  await attach(ad.id, [photo]);
  expect(await unusedSince()).toBeNull();
  await studbook.advance(HOUR_MS);
  await studbook.db.deleteFrom("ads").where("id", "=", ad.id).execute();
  expect(await unusedSince()).toEqual(new Date(uploaded.getTime() + HOUR_MS));
  await studbook.setNow(null);
});

test("a photo unused for 24 h is due for deletion and cannot be attached", async () => {
  const user = await createUser(studbook.db);
  const ad = await createAd(studbook.db, user.id);
  await studbook.setNow(new Date("2026-06-01T10:00:00Z"));
  const used = await createPhoto(user.id);
  const left = await createPhoto(user.id);
  await attach(ad.id, [used]);
  await studbook.advance(24 * HOUR_MS - 1);
  expect(await lockAll()).not.toContain(left);
  expect(await listPhotos(studbook.db, user.id, [used, left])).toHaveLength(2);
  await studbook.advance(1);
  const due = await lockAll();
  expect(due).toContain(left);
  expect(due).not.toContain(used);
  expect(await listPhotos(studbook.db, user.id, [used, left])).toEqual([{ id: used, adId: ad.id }]);
  expect(await attach(ad.id, [used, left])).toEqual([used]);
  await studbook.setNow(null);
});

test("a photo is not deleted while it is being attached", async () => {
  const user = await createUser(studbook.db);
  const ad = await createAd(studbook.db, user.id);
  const photo = await createPhoto(user.id);
  await studbook.db.transaction().execute(async (attaching) => {
    await attachPhotos(attaching, ad.id, [photo]);
    await studbook.advance(25 * HOUR_MS);
    expect(await lockAll()).not.toContain(photo);
  });
  expect(await lockAll()).not.toContain(photo);
  await studbook.setNow(null);
});

test("a photo cannot be attached while it is being deleted", async () => {
  const user = await createUser(studbook.db);
  const ad = await createAd(studbook.db, user.id);
  const photo = await createPhoto(user.id);
  const attaching = await studbook.db.transaction().execute(async (deleting) => {
    await deletePhotos(deleting, [photo]);
    const attached = attach(ad.id, [photo]);
    await expect.poll(() => studbook.countLockWaits()).toBe(1);
    return { attached };
  });
  expect(await attaching.attached).toEqual([]);
});

test("a photo is public only while its ad is listed", async () => {
  const user = await createUser(studbook.db);
  const ad = await createAd(studbook.db, user.id);
  const photo = await createPhoto(user.id);
  const access = () => findPhotoAccess(studbook.db, photo);
  expect(await access()).toEqual({ kind: "member", userId: user.id, isOfAd: false });
  await attach(ad.id, [photo]);
  expect(await access()).toEqual({ kind: "public" });
  await studbook.run("update users set is_active = false where id = $1", [user.id]);
  expect(await access()).toEqual({ kind: "member", userId: user.id, isOfAd: true });
  expect(await findPhotoAccess(studbook.db, randomUUID())).toBeUndefined();
});

async function lockAll(): Promise<string[]> {
  return await studbook.db
    .transaction()
    .execute((tx) => lockUnusedPhotos(tx, { limit: 100, except: [] }));
}

async function createPhoto(userId: string): Promise<string> {
  const size = { width: 1600, height: 1200, bytes: 200_000 };
  return (await insertPhoto(studbook.db, { id: randomUUID(), userId, ...size })).id;
}

async function attach(adId: string, ids: string[]): Promise<string[]> {
  return await studbook.db.transaction().execute((tx) => attachPhotos(tx, adId, ids));
}
