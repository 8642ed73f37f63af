import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { insertPhoto } from "@studbook/db/queries/photos";
import { createUser } from "@studbook/db/test/factories";
import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import { PHOTO_WIDTHS } from "@studbook/domain/photos";
import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestBucket } from "../../test/s3.ts";
import { photoKey } from "../photos/storage.ts";
import { makePhotosPrivate } from "./make-photos-private.ts";

const logger = pino({ level: "silent" });

let test: TestDb;
let root: string;
let bucket: Awaited<ReturnType<typeof openTestBucket>>;
let userId: string;
beforeAll(async () => {
  test = await createTestDb();
  root = await mkdtemp(join(tmpdir(), "studbook-private-"));
  bucket = await openTestBucket(root);
  userId = (await createUser(test.db)).id;
});
afterAll(async () => {
  await bucket.close();
  await test.drop();
  await rm(root, { recursive: true, force: true });
});

const run = (storage = bucket.storage) => makePhotosPrivate({ db: test.db, storage, logger });

/** Stores a photo like an earlier version did. */
async function storeImmutable(): Promise<string> {
  const id = randomUUID();
  await test.db
    .insertInto("photos")
    .values({ id, userId, width: 4, height: 3, bytes: 5 })
    .execute();
  for (const width of PHOTO_WIDTHS) {
    await bucket.putImmutable(photoKey(id, width), Buffer.from(`photo of ${width}`));
  }
  return id;
}

async function cachingOf(id: string): Promise<string[]> {
  const values = PHOTO_WIDTHS.map(async (width) => {
    const { caching, type, text } = await bucket.read(photoKey(id, width));
    expect([type, text]).toEqual(["image/webp", `photo of ${width}`]);
    return caching;
  });
  return [...new Set(await Promise.all(values))];
}

it("makes stored photos private once and keeps their content", async () => {
  const ids = [];
  for (let n = 0; n < 12; n++) ids.push(await storeImmutable());
  expect(await cachingOf(ids[0] ?? "")).toEqual(["public, max-age=31536000, immutable"]);
  expect(await run()).toBe(12);
  for (const id of ids) expect(await cachingOf(id)).toEqual(["private, no-store"]);
  expect(await run()).toBe(0);
});

it("retries photos that cannot be changed in the next run, and skips missing files", async () => {
  const stuck = await storeImmutable();
  const fine = await storeImmutable();
  const missing = { id: randomUUID(), userId, width: 4, height: 3, bytes: 5 };
  await test.db.insertInto("photos").values(missing).execute();
  const { storage } = bucket;
  const makePrivate = async (id: string) => {
    if (id === stuck) throw new Error("the store is down");
    await storage.makePrivate?.(id);
  };
  expect(await run({ ...storage, makePrivate })).toBe(2);
  expect(await cachingOf(fine)).toEqual(["private, no-store"]);
  expect(await cachingOf(stuck)).toEqual(["public, max-age=31536000, immutable"]);
  expect(await run()).toBe(1);
  expect(await cachingOf(stuck)).toEqual(["private, no-store"]);
});

it("does not change new photos, which are stored as private", async () => {
  const id = randomUUID();
  await insertPhoto(test.db, { id, userId, width: 4, height: 3, bytes: 5 });
  for (const width of PHOTO_WIDTHS) {
    await bucket.storage.write(photoKey(id, width), Buffer.from(`photo of ${width}`));
  }
  expect(await cachingOf(id)).toEqual(["private, no-store"]);
  expect(await run()).toBe(0);
});

it("changes each photo once in three concurrent runs", async () => {
  for (let n = 0; n < 30; n++) await storeImmutable();
  const changed: string[] = [];
  const makePrivate = async (id: string) => void changed.push(id);
  const storage = { ...bucket.storage, makePrivate };
  const counts = await Promise.all([1, 2, 3].map(() => run(storage)));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(30);
  expect(new Set(changed).size).toBe(changed.length);
});
