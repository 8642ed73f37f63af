import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDiskStorage } from "./disk-storage.ts";

const KEY = "c663c648-d994-4002-b05e-678029b1fad0/800.webp";

describe("the disk storage", () => {
  let root = "";
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "studbook-photos-"));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it("gives back what was written and leaves no temporary file", async () => {
    const storage = createDiskStorage(root);
    await storage.write(KEY, Buffer.from("picture"));
    const photo = await storage.open(KEY);
    expect(photo?.bytes).toBe(7);
    expect(photo && (await buffer(photo.stream)).toString()).toBe("picture");
    const names = await readdir(root, { recursive: true });
    expect(names.filter((name) => name.includes(".part"))).toEqual([]);
  });

  it("knows nothing of what was never written or was removed", async () => {
    const storage = createDiskStorage(root);
    expect(await storage.open(KEY)).toBeUndefined();
    await storage.write(KEY, Buffer.from("picture"));
    await storage.remove(KEY);
    await storage.remove(KEY);
    expect(await storage.open(KEY)).toBeUndefined();
  });
});
