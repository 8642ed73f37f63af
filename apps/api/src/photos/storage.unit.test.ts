import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestBucket } from "../../test/s3.ts";
import { diskReads } from "./disk-gates.ts";
import { createDiskStorage, partialFolder } from "./disk-storage.ts";
import { type PhotoStorage, photoKey, readPhoto } from "./storage.ts";

const roots: string[] = [];
const newRoot = async () => {
  const root = await mkdtemp(join(tmpdir(), "studbook-photos-"));
  roots.push(root);
  return root;
};
afterAll(() => Promise.all(roots.map((root) => rm(root, { recursive: true, force: true }))));

const kinds: {
  kind: string;
  open: () => Promise<{ storage: PhotoStorage; close?: () => unknown }>;
}[] = [
  { kind: "disk", open: async () => ({ storage: createDiskStorage(await newRoot()) }) },
  { kind: "S3", open: async () => openTestBucket(await newRoot()) },
];

describe.each(kinds)("the $kind storage", ({ open }) => {
  let storage: PhotoStorage;
  let close: (() => unknown) | undefined;
  beforeAll(async () => {
    ({ storage, close } = await open());
  });
  afterAll(() => close?.());

  it.each([0, 1, 65_535, 65_536, 70_000])("reads back %i bytes as written", async (bytes) => {
    const key = photoKey(randomUUID(), 800);
    const data = randomBytes(bytes);
    await storage.write(key, data);
    const photo = await storage.open(key);
    expect(photo?.bytes).toBe(bytes);
    if (photo?.body instanceof Readable) photo.body.destroy();
    expect(await readPhoto(storage, key)).toEqual(data);
  });

  it("returns undefined for a key that was never written", async () => {
    expect(await storage.open(photoKey(randomUUID(), 800))).toBeUndefined();
  });

  it("rejects a second write to the same key", async () => {
    const key = photoKey(randomUUID(), 800);
    await storage.write(key, Buffer.from("first"));
    await expect(storage.write(key, Buffer.from("second"))).rejects.toThrow(key);
    expect((await readPhoto(storage, key))?.toString()).toBe("first");
  });

  it("removes all files of one photo, and ignores missing ones", async () => {
    const removed = randomUUID();
    const other = randomUUID();
    for (const width of [320, 800, 1600] as const) {
      await storage.write(photoKey(removed, width), Buffer.from("removed"));
    }
    await storage.write(photoKey(other, 320), Buffer.from("other"));
    await storage.remove(removed);
    await storage.remove(removed);
    for (const width of [320, 800, 1600] as const) {
      expect(await storage.open(photoKey(removed, width))).toBeUndefined();
    }
    expect((await readPhoto(storage, photoKey(other, 320)))?.toString()).toBe("other");
  });

  it("serves the whole file to many concurrent readers", async () => {
    const key = photoKey(randomUUID(), 1600);
    const data = randomBytes(300_000);
    await storage.write(key, data);
    const reads = await Promise.all(Array.from({ length: 20 }, () => readPhoto(storage, key)));
    expect(reads.filter((read) => read?.equals(data))).toHaveLength(20);
  });
});

describe("the disk storage", () => {
  // S3 guarantees this; the test server does not.
  it("never shows readers part of a file while it is written", async () => {
    const storage = createDiskStorage(await newRoot());
    for (let round = 0; round < 10; round++) {
      const key = photoKey(randomUUID(), 1600);
      const data = randomBytes(300_000);
      const readOnceWritten = async () => {
        let read: Buffer | undefined;
        while (!read) read = await readPhoto(storage, key);
        return read;
      };
      const readers = Array.from({ length: 4 }, readOnceWritten);
      await storage.write(key, data);
      for (const read of await Promise.all(readers)) expect(read.equals(data)).toBe(true);
    }
  });

  // Until the stream has ended, the next request on its connection waits.
  it("ends a stream after the last byte, even if the disk has stopped responding", async () => {
    const storage = createDiskStorage(await newRoot());
    const key = photoKey(randomUUID(), 1600);
    await storage.write(key, Buffer.alloc(65_536));
    const photo = await storage.open(key);
    const stopped = Promise.withResolvers<void>();
    const reads = [1, 2].map(() => diskReads.run(() => stopped.promise));
    const bytes = photo?.body instanceof Readable ? await buffer(photo.body) : undefined;
    expect(bytes).toHaveLength(65_536);
    stopped.resolve();
    await Promise.all(reads);
  });

  it("leaves no temporary files", async () => {
    const root = await newRoot();
    const storage = createDiskStorage(root);
    const id = randomUUID();
    await storage.write(photoKey(id, 320), Buffer.from("small"));
    expect(await readdir(join(root, id.slice(0, 2), id))).toEqual(["320.webp"]);
    expect(await readdir(partialFolder(root))).toEqual([]);
  });
});
