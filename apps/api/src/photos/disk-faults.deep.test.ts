import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createUser } from "@studbook/db/test/factories";
import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import { z } from "@studbook/domain/schemas/z";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  canMountDisks,
  type DiskServer,
  onPrivateDisk,
  startDiskServer,
  withFileLimit,
} from "../../test/private-disk.ts";
import { signInAs } from "../../test/test-app.ts";
import { multipartOf, noisyPicture, UPLOAD } from "../../test/uploads.ts";

const Uploaded = z.object({ urls: z.array(z.string()) });
const LogLine = z.object({
  msg: z.string(),
  err: z.object({ code: z.string(), path: z.string() }),
});

/** An upload of 55 KB whose files have 490 KB. */
const photo = {
  name: "dog.jpg",
  data: await noisyPicture(900, 700).jpeg({ quality: 10 }).toBuffer(),
};
const folder = await mkdtemp(join(tmpdir(), "studbook-disk-"));

let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
});
afterAll(async () => {
  await test.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Signs in an account whose photos count toward every quota. */
async function signInFreeAccount(): Promise<string> {
  const { id } = await createUser(test.db, { membershipTier: null, membershipExpiresAt: null });
  return await signInAs(test.db, id);
}

async function upload({ origin }: DiskServer, cookie: string, photos = 3): Promise<Response> {
  const { payload, headers } = await multipartOf(Array(photos).fill(photo));
  const init = { method: "POST", headers: { ...headers, cookie }, body: payload };
  return await fetch(origin + UPLOAD, init);
}

/** What uploads have left: files, folders of photos, rows, attempts and used quota. */
async function takeStock({ run }: DiskServer) {
  return {
    files: await run(`find ${folder} -type f | sort`),
    folders: await run(`find ${folder} -mindepth 3 -type d | sort`),
    photos: await test.run("select id, user_id from photos order by id"),
    attempts: await test.run("select id from upload_attempts order by id"),
    quota: await test.run("select key, n from tries where n > 0 order by key"),
  };
}

async function expectNothingLeft(disk: DiskServer, cookie: string, status: number): Promise<void> {
  const before = await takeStock(disk);
  const responses = await Promise.all([1, 2, 3].map(() => upload(disk, cookie)));
  const codes = { 503: "STORAGE_UNAVAILABLE", 507: "STORAGE_FULL" }[status];
  for (const response of responses) {
    expect([response.status, await response.json()]).toEqual([
      status,
      { error: expect.stringMatching(/^Photo storage is .+ again/), code: codes },
    ]);
    expect(response.headers.get("retry-after")).toBe(status === 503 ? "60" : null);
  }
  expect(await takeStock(disk)).toEqual(before);
}

/** Fills the disk until only so many kilobytes are free. */
const fillUpTo = (kilobytes: number) =>
  `free=$(df -k --output=avail ${folder} | tail -1); head -c $(( (free - ${kilobytes}) * 1024 )) /dev/zero > ${folder}/ballast`;

const FULL_DISKS = [
  ["has no space for the photos of an upload", fillUpTo(1000), `rm ${folder}/ballast`],
  ["has no space at all", fillUpTo(0), `rm ${folder}/ballast`],
  [
    "has no inodes",
    `mkdir ${folder}/many; cd ${folder}/many; touch $(seq 400) 2>/dev/null; rm 1 2 3`,
    `rm -r ${folder}/many`,
  ],
] as const;

if (await canMountDisks())
  describe("an upload to a disk that", () => {
    let server: DiskServer;
    let cookie: string;
    beforeAll(async () => {
      server = await startDiskServer(
        test.url,
        folder,
        onPrivateDisk(folder, "size=32m,nr_inodes=400"),
      );
      cookie = await signInFreeAccount();
    });
    afterAll(() => server.stop());

    it.each(FULL_DISKS)("%s gets a 507 and leaves nothing behind", async (_what, fill, free) => {
      await server.run(fill);
      await expectNothingLeft(server, cookie, 507);
      await server.run(free);
      expect((await upload(server, cookie)).status).toBe(200);
    });

    it("is full is logged with the path", async () => {
      await server.run(fillUpTo(0));
      expect((await upload(server, cookie)).status).toBe(507);
      expect(server.log()).toMatch(/"code":"ENOSPC".*"path":".*\/photos\//);
      await server.run(`rm ${folder}/ballast`);
    });

    it("cannot be written gets a 503 and leaves nothing behind, and photos can still be read", async () => {
      const { urls } = Uploaded.parse(await (await upload(server, cookie)).json());
      const { length } = server.log();
      await server.run(`mount -o remount,ro ${folder}`);
      await expectNothingLeft(server, cookie, 503);
      const shown = await fetch(server.origin + urls[0], { headers: { cookie } });
      expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/webp"]);
      const [line = "", ...others] = server.log().slice(length).trim().split("\n");
      expect(others).toEqual([]);
      expect(LogLine.parse(JSON.parse(line))).toMatchObject({
        msg: "the photo storage failed",
        err: { code: "EROFS", path: expect.stringContaining(folder) },
      });
      await server.run(`mount -o remount,rw ${folder}`);
      expect((await upload(server, cookie)).status).toBe(200);
    });
  });
else
  it.each([
    ["refuses large files", 507, folder, withFileLimit(100)],
    ["cannot be written", 503, "/dev/null/studbook", []],
  ] as const)(
    "an upload to a disk that %s gets a %i and leaves nothing behind",
    async (_what, status, dataDir, wrapper) => {
      const server = await startDiskServer(test.url, dataDir, wrapper);
      await expectNothingLeft(server, await signInFreeAccount(), status);
      if (status === 507) expect(server.log()).toMatch(/EFBIG/);
      await server.stop();
    },
  );
