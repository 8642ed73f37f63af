import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createUser } from "@studbook/db/test/factories";
import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import { findPhotoId } from "@studbook/domain/photo-id";
import { PHOTO_WIDTHS } from "@studbook/domain/photos";
import pino from "pino";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { buildTestApp, signInAs } from "../../test/test-app.ts";
import { multipartOf } from "../../test/uploads.ts";
import { deleteUnusedPhotos } from "../jobs/delete-unused-photos.ts";
import { prepareDatabase } from "../prepare-database.ts";
import { createDiskStorage } from "./disk-storage.ts";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));
const UPLOADS = 32;
const USERS = 8;

let test: TestDb;
let dataDir: string;
let photos: string;
beforeEach(async () => {
  test = await createTestDb();
  await prepareDatabase(test);
  dataDir = await mkdtemp(join(tmpdir(), "studbook-crash-"));
  photos = join(dataDir, "photos");
});
afterEach(async () => {
  await test.drop();
  await rm(dataDir, { recursive: true, force: true });
});

describe("kill -9 during 50 uploads", () => {
  it.each([0, 15])(
    "leaves no half file and none without a row (after %i answers)",
    async (answers) => {
      const answered = await killWhileUploading(answers);
      const rows = await test.db.selectFrom("photos").select(["id", "userId"]).execute();
      const ids = new Set(rows.map(({ id }) => id));

      for (const path of listFiles()) {
        expect(ids).toContain(basename(dirname(path)));
        if (path.endsWith(".webp")) expect(isWholeWebp(readFileSync(path))).toBe(true);
      }

      const storage = createDiskStorage(photos);
      const app = await buildTestApp(test.db, { storage });
      for (const { id, userId } of rows) {
        const headers = { cookie: await signInAs(test.db, userId ?? "") };
        for (const width of PHOTO_WIDTHS) {
          const served = await app.inject({ url: `/photos/${id}/${width}.webp`, headers });
          if (answered.has(id)) expect(served.statusCode).toBe(200);
          if (served.statusCode !== 404) expect(isWholeWebp(served.rawPayload)).toBe(true);
        }
      }
      await app.close();

      await test.advance(24 * 60 * 60 * 1000);
      const parts = { db: test.db, storage, logger: pino({ level: "silent" }) };
      expect(await deleteUnusedPhotos(parts)).toBe(ids.size);
      expect(listFiles()).toEqual([]);
    },
  );
});

/** Answers the ids of the photos whose uploads were answered. */
async function killWhileUploading(answers: number): Promise<Set<string | undefined>> {
  const { server, origin } = await startServer();
  const cookies: string[] = [];
  for (let user = 0; user < USERS; user++) {
    cookies.push(await signInAs(test.db, (await createUser(test.db)).id));
  }
  const { payload, headers } = await multipartOf([{ name: "dog.jpg", data: await noise() }]);
  const urls: string[] = [];
  const uploads = Array.from({ length: UPLOADS }, async (_, index) => {
    const user = index % USERS;
    const from = { cookie: cookies[user] ?? "", "x-forwarded-for": `10.0.0.${user}` };
    const init = { method: "POST", headers: { ...headers, ...from }, body: payload };
    const response = await fetch(`${origin}/api/upload-images`, init);
    const answer: { urls: string[] } = JSON.parse(await response.text());
    urls.push(...answer.urls);
  });
  const isTime = () => urls.length >= answers && listFiles().some(isUnderWay);
  while (server.exitCode === null && urls.length < UPLOADS - USERS && !isTime()) {
    await setImmediate();
  }
  server.kill("SIGKILL");
  await Promise.allSettled(uploads);
  expect(urls.length).toBeLessThan(UPLOADS);
  return new Set(urls.map(findPhotoId));
}

async function startServer(): Promise<{ server: ChildProcess; origin: string }> {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    NODE_ENV: "development",
    PORT: String(port),
    PUBLIC_URL: origin,
    SUPPORT_EMAIL: "help@studbook.test",
    STRIPE_SECRET_KEY: "sk_test_51NeverCalled",
    STRIPE_PUBLISHABLE_KEY: "pk_test_51NeverCalled",
    DATABASE_URL: test.url,
    DATA_DIR: dataDir,
    TRUST_PROXY: "loopback",
    LOG_LEVEL: "silent",
  };
  const server = spawn(process.execPath, [MAIN], { env, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void server.kill("SIGKILL"));
  await once(server.stdout, "data");
  return { server, origin };
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  return typeof address === "object" && address ? address.port : 0;
}

/** A picture whose WebP files are large, so that writing them takes a while. */
async function noise(): Promise<Buffer> {
  const raw = { width: 800, height: 600, channels: 3 } as const;
  return await sharp(randomBytes(800 * 600 * 3), { raw })
    .jpeg()
    .toBuffer();
}

/** The files of all photos, finished or not. */
function listFiles(): string[] {
  if (!existsSync(photos)) return [];
  const names = readdirSync(photos, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.includes(".webp")).map((name) => join(photos, name));
}

/** Whether a file is only just being written; a temporary one may have got its name meanwhile. */
function isUnderWay(path: string): boolean {
  return existsSync(path) && (path.endsWith(".part") || statSync(path).size === 0);
}

/** Whether a file is as long as its header says (RFC 9649). */
function isWholeWebp(file: Buffer): boolean {
  return file.length > 12 && file.readUInt32LE(4) + 8 === file.length;
}
