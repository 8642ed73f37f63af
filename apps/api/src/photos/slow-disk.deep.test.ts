import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { constants, openSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { insertPhoto } from "@studbook/db/queries/photos";
import { photoPath } from "@studbook/domain/photos";
import { describe, expect, it, onTestFinished } from "vitest";
import { buildTestApp, createMember, PASSWORD } from "../../test/test-app.ts";
import {
  multipartOf,
  PATIENT_UPLOADS,
  smallFile,
  UPLOAD,
  useUploadSite,
} from "../../test/uploads.ts";
import { gates } from "../gate.ts";
import { diskWrites } from "./disk-gates.ts";
import { photoKey } from "./storage.ts";

/** More than libuv has threads. */
const PHOTOS = 8;

const site = useUploadSite();
const body = await multipartOf([await smallFile()]);

const requestOf = (cookie: string) =>
  ({
    method: "POST",
    url: UPLOAD,
    headers: { ...body.headers, cookie },
    payload: body.payload,
  }) as const;

const UNAVAILABLE = [503, "STORAGE_UNAVAILABLE", "60"];

/** Creates a photo whose file hangs whoever opens it, until `release` is called. */
async function createHangingPhoto(userId: string): Promise<{ id: string; release: () => void }> {
  const id = randomUUID();
  await insertPhoto(site.db, { id, userId, width: 4, height: 3, bytes: 5 });
  const pipe = join(site.root, id.slice(0, 2), photoKey(id, 320));
  await mkdir(dirname(pipe), { recursive: true });
  execFileSync("mkfifo", [pipe]);
  // Opening a named pipe waits until somebody has opened its other end.
  const release = () => void openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  return { id, release };
}

describe("a disk that does not respond", () => {
  it("fails requests for photos with a 503, while others can sign in", async () => {
    const { id, username, cookie } = await createMember(site.db);
    const photos = await Promise.all(Array.from({ length: PHOTOS }, () => createHangingPhoto(id)));
    onTestFinished(() => {
      for (const { release } of photos) release();
    });
    const shown = photos.map(async (photo) => {
      const { statusCode, headers, json } = await site.app.inject({
        url: photoPath(photo.id, 320),
        headers: { cookie },
      });
      return [statusCode, json().code, headers["retry-after"]];
    });
    await expect
      .poll(() => gates.get("disk-reads")?.())
      .toMatchObject({
        running: 2,
        waiting: PHOTOS - 2,
      });
    const payload = { username, password: PASSWORD };
    const signedIn = await site.app.inject({ method: "POST", url: "/api/login", payload });
    expect(signedIn.statusCode).toBe(200);
    expect(await Promise.all(shown)).toEqual(Array(PHOTOS).fill(UNAVAILABLE));
  });

  it("fails an upload with a 503 before it counts", async () => {
    const { userId, cookie } = await site.createMember();
    const app = await buildTestApp(site.db, { uploadLimits: { diskMs: 50 } });
    const other = Promise.withResolvers<void>();
    const occupied = diskWrites.run(() => other.promise);
    const response = await app.inject(requestOf(cookie));
    expect([response.statusCode, response.json().code, response.headers["retry-after"]]).toEqual(
      UNAVAILABLE,
    );
    expect(await site.countAttempts(userId)).toBe(0);
    other.resolve();
    await occupied;
    expect((await site.app.inject(requestOf(cookie))).statusCode).toBe(200);
    await app.close();
  });

  it("gives quota back at once and removes the photos as soon as it responds", async () => {
    const { userId, cookie } = await site.createMember();
    const disk = Promise.withResolvers<void>();
    const { storage } = site;
    const slow = {
      ...storage,
      async write(key: string, data: Uint8Array) {
        await disk.promise;
        await storage.write(key, data);
      },
    };
    const app = await buildTestApp(site.db, {
      storage: slow,
      uploadLimits: { ...PATIENT_UPLOADS, storeMs: 50, removeMs: 50 },
    });
    const before = await site.countFiles();
    expect((await app.inject(requestOf(cookie))).statusCode).toBe(503);
    expect([await site.countPhotos(userId), await site.countAttempts(userId)]).toEqual([0, 0]);
    const countLeft = async () =>
      (await site.run("select from photos where user_id is null")).length;
    expect(await countLeft()).toBe(1);
    disk.resolve();
    await expect.poll(countLeft).toBe(0);
    expect(await site.countFiles()).toBe(before);
    await app.close();
  });
});
