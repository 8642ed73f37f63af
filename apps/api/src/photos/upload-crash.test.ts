import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createUser } from "@studbook/db/test-factories";
import { createTestDb, type TestDb } from "@studbook/db/testing";
import { findPhotoId, PHOTO_WIDTHS } from "@studbook/domain/photos";
import pino from "pino";
import sharp from "sharp";
import { afterEach, beforeEach, expect, it } from "vitest";
import { deleteUnusedPhotos } from "../jobs/delete-unused-photos.ts";
import { buildTestApp, signInAs } from "../testing.ts";
import { createDiskStorage } from "./disk-storage.ts";
import { multipartOf } from "./test-uploads.ts";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));
const UPLOADS = 50;
const USERS = 5;

let test: TestDb;
let dataDir: string;
beforeEach(async () => {
  test = await createTestDb();
  dataDir = await mkdtemp(join(tmpdir(), "studbook-crash-"));
});
afterEach(async () => {
  await test.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}

async function startServer() {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, [MAIN], {
    env: {
      NODE_ENV: "development",
      PORT: String(port),
      PUBLIC_URL: origin,
      SUPPORT_EMAIL: "help@studbook.test",
      DATABASE_URL: test.url,
      DATA_DIR: dataDir,
      LOG_LEVEL: "silent",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(server.stdout, "data");
  return { origin, server };
}

it.each([1, 10, 30])(
  "kill -9 after %i of 50 uploads leaves no half file and none without a row",
  async (answers) => {
    const { origin, server } = await startServer();
    const cookies: string[] = [];
    for (let user = 0; user < USERS; user++) {
      cookies.push(await signInAs(test.db, (await createUser(test.db)).id));
    }
    const data = await randomPicture();
    const { payload, headers } = await multipartOf([{ name: "dog.jpg", data }]);
    const urls: string[] = [];
    const uploads = Array.from({ length: UPLOADS }, async (_, index) => {
      const cookie = cookies[index % USERS] ?? "";
      const init = { method: "POST", headers: { ...headers, cookie }, body: payload };
      const response = await fetch(`${origin}/api/upload-images`, init);
      const body: { urls: string[] } = JSON.parse(await response.text());
      urls.push(...body.urls);
      if (urls.length === answers) server.kill("SIGKILL");
    });
    await Promise.allSettled(uploads);
    if (server.exitCode === null && server.signalCode === null) await once(server, "exit");
    expect(server.signalCode).toBe("SIGKILL");
    expect(urls.length).toBeGreaterThanOrEqual(answers);
    expect(urls.length).toBeLessThan(UPLOADS);

    const photos = join(dataDir, "photos");
    const rows = await test.db.selectFrom("photos").select("id").execute();
    const ids = new Set(rows.map(({ id }) => id));
    const files = (await readdir(photos, { recursive: true })).filter((name) =>
      /\.webp/.test(name),
    );
    expect(files.filter((name) => !ids.has(name.split("/")[1] ?? ""))).toEqual([]);
    for (const name of files.filter((file) => file.endsWith(".webp"))) {
      expect(isWholeWebp(await readFile(join(photos, name)))).toBe(true);
    }

    const storage = createDiskStorage(photos);
    const app = await buildTestApp(test.db, { storage });
    const answered = new Set(urls.map(findPhotoId));
    for (const id of ids) {
      for (const width of PHOTO_WIDTHS) {
        const { statusCode, rawPayload } = await app.inject(`/photos/${id}/${width}.webp`);
        if (answered.has(id)) expect(statusCode).toBe(200);
        if (statusCode !== 404) expect(isWholeWebp(rawPayload)).toBe(true);
      }
    }
    await app.close();

    await test.advance(24 * 60 * 60 * 1000);
    const logger = pino({ level: "silent" });
    expect(await deleteUnusedPhotos({ db: test.db, storage, logger })).toBe(ids.size);
    const left = await readdir(photos, { recursive: true });
    expect(left.filter((name) => name.length > 2)).toEqual([]);
  },
);

/** A picture whose WebP files are large, so that writing them takes a while. */
async function randomPicture(): Promise<Buffer> {
  const raw = { width: 800, height: 600, channels: 3 } as const;
  return await sharp(randomBytes(800 * 600 * 3), { raw })
    .jpeg()
    .toBuffer();
}

/** Whether a file is as long as its header says (RFC 9649). */
function isWholeWebp(file: Buffer): boolean {
  return file.length > 12 && file.readUInt32LE(4) + 8 === file.length;
}
