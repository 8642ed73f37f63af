import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { attachPhotos, findPhoto, insertPhoto } from "@studbook/db/queries/photos";
import { createAd, createUser } from "@studbook/db/test/factories";
import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDiskStorage } from "../photos/disk-storage.ts";
import { type PhotoStorage, photoKey, readPhoto } from "../photos/storage.ts";
import { deleteUnusedPhotos } from "./delete-unused-photos.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const logger = pino({ level: "silent" });

let test: TestDb;
let root: string;
let storage: PhotoStorage;
let userId: string;
beforeAll(async () => {
  test = await createTestDb();
  root = await mkdtemp(join(tmpdir(), "studbook-jobs-"));
  storage = createDiskStorage(root);
  userId = (await createUser(test.db)).id;
});
afterAll(async () => {
  await test.drop();
  await rm(root, { recursive: true, force: true });
});

const run = (parts: Partial<{ storage: PhotoStorage }> = {}, signal?: AbortSignal) =>
  deleteUnusedPhotos({ db: test.db, storage, logger, ...parts }, signal);

async function upload(): Promise<string> {
  const id = randomUUID();
  await insertPhoto(test.db, { id, userId, width: 4, height: 3, bytes: 5 });
  await storage.write(photoKey(id, 320), Buffer.from("photo"));
  return id;
}

async function useInAd(photoId: string): Promise<string> {
  const ad = await createAd(test.db, userId);
  await test.db.transaction().execute((tx) => attachPhotos(tx, ad.id, [photoId]));
  return ad.id;
}

async function exists(id: string): Promise<boolean> {
  const file = await readPhoto(storage, photoKey(id, 320));
  const row = await findPhoto(test.db, id);
  expect(file === undefined).toBe(row === undefined);
  return row !== undefined;
}

it("deletes photos that were unused for 24 hours and keeps those of ads", async () => {
  const unused = await upload();
  const shown = await upload();
  await useInAd(shown);
  await test.advance(DAY_MS - 60_000);
  expect(await run()).toBe(0);
  await test.advance(60_000);
  expect(await run()).toBe(1);
  expect(await exists(unused)).toBe(false);
  expect(await exists(shown)).toBe(true);
});

it("deletes the photos of an ad 24 hours after the ad", async () => {
  const photo = await upload();
  const adId = await useInAd(photo);
  await test.advance(2 * DAY_MS);
  await test.db.deleteFrom("ads").where("id", "=", adId).execute();
  expect(await run()).toBe(0);
  await test.advance(DAY_MS);
  expect(await run()).toBe(1);
  expect(await exists(photo)).toBe(false);
});

it("keeps the row of a photo whose files cannot be removed and continues with the others", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 25; n++) ids.push(await upload());
  await test.advance(DAY_MS);
  const stuck = new Set(ids.filter((_, n) => n % 10 < 3));
  const remove = async (id: string) => {
    if (stuck.has(id)) throw new Error("the disk is broken");
    await storage.remove(id);
  };
  expect(await run({ storage: { ...storage, remove } })).toBe(25 - stuck.size);
  for (const id of ids) expect(await exists(id)).toBe(stuck.has(id));
  expect(await run()).toBe(stuck.size);
});

it("stops if no files can be removed", async () => {
  for (let n = 0; n < 15; n++) await upload();
  await test.advance(DAY_MS);
  const remove = () => Promise.reject(new Error("the store is down"));
  expect(await run({ storage: { ...storage, remove } })).toBe(0);
  expect(await run()).toBe(15);
});

it("deletes each photo once in three concurrent runs", async () => {
  for (let n = 0; n < 30; n++) await upload();
  await test.advance(DAY_MS);
  const removed: string[] = [];
  const remove = async (id: string) => {
    removed.push(id);
    await storage.remove(id);
  };
  const counts = await Promise.all([1, 2, 3].map(() => run({ storage: { ...storage, remove } })));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(30);
  expect(new Set(removed).size).toBe(removed.length);
});

it("stops between two batches when its signal aborts", async () => {
  for (let n = 0; n < 25; n++) await upload();
  await test.advance(DAY_MS);
  const stopping = new AbortController();
  const remove = async (id: string) => {
    stopping.abort();
    await storage.remove(id);
  };
  expect(await run({ storage: { ...storage, remove } }, stopping.signal)).toBe(10);
  expect(await run()).toBe(15);
});
