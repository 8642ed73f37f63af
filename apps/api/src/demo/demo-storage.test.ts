import { randomUUID } from "node:crypto";
import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPhoto, insertPhoto } from "@studbook/db/queries/photos";
import { createUser } from "@studbook/db/test/factories";
import { demoPhotoId } from "@studbook/demo/photo-id";
import type { PortraitFile, PortraitJob } from "@studbook/demo/portraits/portrait-job";
import { createPortraitPool, type PortraitPool } from "@studbook/demo/portraits/portrait-pool";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildTestApp, signInAs } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import { createDiskStorage } from "../photos/disk-storage.ts";
import { type PhotoStorage, readPhoto } from "../photos/storage.ts";
import { createDemoStorage } from "./demo-storage.ts";

const PUG: PortraitJob = { breed: "Pug", take: 1, variant: 0, aspect: "4:3" };

const site = useTestApp();
let root: string;
let disk: PhotoStorage;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "studbook-demo-"));
  disk = createDiskStorage(root);
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** A pool that returns short strings instead of pictures and records its jobs. */
function stubPool(onDraw = async () => undefined as unknown) {
  const jobs: PortraitJob[] = [];
  const files: PortraitFile[] = ([320, 800, 1600] as const).map((width) => ({
    width,
    data: Buffer.from(`pug ${width}`),
  }));
  const pool: PortraitPool = {
    async draw(job) {
      jobs.push(job);
      await onDraw();
      return files;
    },
  };
  return { pool, jobs };
}

async function addDemoPhoto(owner?: string): Promise<string> {
  const userId = owner ?? (await createUser(site.db)).id;
  const id = demoPhotoId(randomUUID(), PUG);
  await insertPhoto(site.db, { id, userId, width: 1200, height: 900, bytes: 150_000 });
  return id;
}

async function read(storage: PhotoStorage, key: string): Promise<string | undefined> {
  return (await readPhoto(storage, key))?.toString();
}

describe("a photo of the demo", () => {
  it("is drawn once on its first request, shared by concurrent requests, and stored", async () => {
    const id = await addDemoPhoto();
    const { pool, jobs } = stubPool();
    const storage = createDemoStorage({ storage: disk, db: site.db, pool });
    const keys = [320, 800, 1600, 320, 320, 1600].map((width) => `${id}/${width}.webp`);
    const pictures = await Promise.all(keys.map((key) => read(storage, key)));
    expect(pictures).toEqual(["pug 320", "pug 800", "pug 1600", "pug 320", "pug 320", "pug 1600"]);
    expect(await read(storage, `${id}/800.webp`)).toBe("pug 800");
    expect(jobs).toEqual([PUG]);
    expect((await findPhoto(site.db, id))?.bytes).toBe("pug 320pug 800pug 1600".length);
  });

  it("can be drawn by several processes at once, even if some of its files exist", async () => {
    const id = await addDemoPhoto();
    await disk.write(`${id}/320.webp`, Buffer.from("pug 320"));
    const storages = Array.from({ length: 3 }, () =>
      createDemoStorage({ storage: disk, db: site.db, pool: stubPool().pool }),
    );
    const pictures = await Promise.all(
      storages.flatMap((storage) => [
        read(storage, `${id}/320.webp`),
        read(storage, `${id}/1600.webp`),
      ]),
    );
    expect(new Set(pictures)).toEqual(new Set(["pug 320", "pug 1600"]));
  });

  it("is drawn on the next request if drawing failed", async () => {
    const id = await addDemoPhoto();
    let isBroken = true;
    const { pool, jobs } = stubPool(async () => {
      if (isBroken) throw new Error("out of memory");
    });
    const storage = createDemoStorage({ storage: disk, db: site.db, pool });
    await expect(storage.open(`${id}/320.webp`)).rejects.toThrow("out of memory");
    isBroken = false;
    expect(await read(storage, `${id}/320.webp`)).toBe("pug 320");
    expect(jobs).toHaveLength(2);
  });

  it("is not drawn if it was deleted, and leaves no file if it is deleted while being drawn", async () => {
    const { pool, jobs } = stubPool(() =>
      site.db.deleteFrom("photos").where("id", "=", id).execute(),
    );
    const storage = createDemoStorage({ storage: disk, db: site.db, pool });
    const deleted = demoPhotoId(randomUUID(), PUG);
    expect(await storage.open(`${deleted}/320.webp`)).toBeUndefined();
    expect(jobs).toHaveLength(0);
    const id = await addDemoPhoto();
    expect(await storage.open(`${id}/320.webp`)).toBeUndefined();
    expect(jobs).toHaveLength(1);
    await expect(access(join(root, id.slice(0, 2), id))).rejects.toThrow("ENOENT");
  });

  it("is not drawn for other photos without a file", async () => {
    const { pool, jobs } = stubPool();
    const storage = createDemoStorage({ storage: disk, db: site.db, pool });
    expect(await storage.open(`${randomUUID()}/320.webp`)).toBeUndefined();
    expect(jobs).toHaveLength(0);
  });

  it("is served as a WebP file", async () => {
    const { id: userId } = await createUser(site.db);
    const id = await addDemoPhoto(userId);
    const storage = createDemoStorage({ storage: disk, db: site.db, pool: createPortraitPool() });
    const app = await buildTestApp(site.db, { storage });
    const cookie = await signInAs(site.db, userId);
    const response = await app.inject({ url: `/photos/${id}/320.webp`, headers: { cookie } });
    expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "image/webp"]);
    expect(response.rawPayload.subarray(8, 12).toString()).toBe("WEBP");
    await app.close();
  });
});
