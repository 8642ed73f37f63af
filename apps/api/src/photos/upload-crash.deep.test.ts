import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdtemp, rm, utimes } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, extname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createUser } from "@studbook/db/test/factories";
import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import { findPhotoId } from "@studbook/domain/photo-id";
import { PHOTO_WIDTHS } from "@studbook/domain/photos";
import { z } from "@studbook/domain/schemas/z";
import pino from "pino";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { buildTestApp, signInAs } from "../../test/test-app.ts";
import { multipartOf, UPLOAD } from "../../test/uploads.ts";
import { deletePartialFiles } from "../jobs/delete-partial-files.ts";
import { deleteUnusedPhotos } from "../jobs/delete-unused-photos.ts";
import { prepareDatabase } from "../prepare-database.ts";
import { listPartialFolders } from "./create-storage.ts";
import { createDiskStorage } from "./disk-storage.ts";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));
const CLIENTS = 4;
/** A busy machine takes long to start a server. */
const TIMEOUT_MS = 180_000;
const Uploaded = z.object({ urls: z.array(z.string()) });

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

describe("kill -9 while a photo is being written", () => {
  it.each([0, 4])(
    "leaves no partial file and no file without a row (after %i completed uploads)",
    { timeout: TIMEOUT_MS },
    async (completed) => {
      const stored = await killWhileWriting(completed);
      const rows = await test.db.selectFrom("photos").select(["id", "userId"]).execute();
      const ids = new Set(rows.map(({ id }) => id));
      expect(stored.difference(ids)).toEqual(new Set());

      for (const path of listFiles().filter((name) => !isPartial(name))) {
        expect(ids).toContain(basename(dirname(path)));
        expect(isWholeWebp(readFileSync(path))).toBe(true);
      }

      const storage = createDiskStorage(photos);
      const app = await buildTestApp(test.db, { storage });
      for (const { id, userId } of rows) {
        const headers = { cookie: await signInAs(test.db, userId ?? "") };
        for (const width of PHOTO_WIDTHS) {
          const served = await app.inject({ url: `/photos/${id}/${width}.webp`, headers });
          if (stored.has(id)) expect(served.statusCode).toBe(200);
          if (served.statusCode !== 404) expect(isWholeWebp(served.rawPayload)).toBe(true);
        }
      }
      await app.close();

      await test.advance(24 * 60 * 60 * 1000);
      const parts = { db: test.db, storage, logger: pino({ level: "silent" }) };
      expect(await deleteUnusedPhotos(parts)).toBe(ids.size);
      expect(listFiles().filter((name) => !isPartial(name))).toEqual([]);
      for (const path of listFiles()) await utimes(path, 0, 0);
      await deletePartialFiles(listPartialFolders(dataDir));
      expect(listFiles()).toEqual([]);
    },
  );
});

/**
 * Uploads photos from several clients. Kills the server while it is writing a file after `completed` uploads got a
 * response. Returns the IDs of the photos in the responses.
 */
async function killWhileWriting(completed: number): Promise<Set<string>> {
  const { server, origin } = await startServer();
  const { payload, headers } = await multipartOf([{ name: "dog.jpg", data: await noise() }]);
  const stored = new Set<string>();
  let isKilled = false;

  const uploadOnce = async (cookie: string) => {
    const init = { method: "POST", headers: { ...headers, cookie }, body: payload };
    const response = await fetch(origin + UPLOAD, init);
    const body: unknown = await response.json();
    // A starting or busy server refuses an upload, which is then repeated.
    if (response.status === 503) return await setTimeout(20);
    expect([response.status, body]).toEqual([200, expect.anything()]);
    for (const url of Uploaded.parse(body).urls) stored.add(findPhotoId(url) ?? "");
  };
  const uploadUntilKilled = async () => {
    const cookie = await signInAs(test.db, (await createUser(test.db)).id);
    while (!isKilled) {
      await uploadOnce(cookie).catch((error: unknown) => {
        if (!isKilled) throw error;
      });
    }
  };
  const kill = async () => {
    while (stored.size < completed || !listFiles().some(isBeingWritten)) {
      if (hasExited(server)) throw new Error("The server exited by itself");
      await setTimeout(1);
    }
    isKilled = true;
    server.kill("SIGKILL");
    if (!hasExited(server)) await once(server, "exit");
  };

  await Promise.all([kill(), ...Array.from({ length: CLIENTS }, uploadUntilKilled)]);
  return stored;
}

function hasExited({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function startServer(): Promise<{ server: ChildProcess; origin: string }> {
  const port = await getFreePort();
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
    LOG_LEVEL: "silent",
  };
  const server = spawn(process.execPath, [MAIN], { env, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void server.kill("SIGKILL"));
  await Promise.race([once(server.stdout, "data"), once(server, "exit")]);
  if (hasExited(server)) throw new Error("The server did not start");
  return { server, origin };
}

async function getFreePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  return typeof address === "object" && address ? address.port : 0;
}

/** A photo that does not compress well, so that writing its files takes a while. */
async function noise(): Promise<Buffer> {
  const raw = { width: 400, height: 300, channels: 3 } as const;
  return await sharp(randomBytes(400 * 300 * 3), { raw })
    .jpeg()
    .toBuffer();
}

/** Lists the files of all photos, including temporary ones. */
function listFiles(): string[] {
  if (!existsSync(photos)) return [];
  const names = readdirSync(photos, { recursive: true, encoding: "utf8" });
  return names.filter((name) => extname(name) !== "").map((name) => join(photos, name));
}

function isPartial(path: string): boolean {
  return path.endsWith(".part");
}

/** Returns whether a file is temporary or empty. A temporary file may have been renamed since it was listed. */
function isBeingWritten(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && (isPartial(path) || stats.size === 0);
}

/** Returns whether a file is as long as its header declares (RFC 9649). */
function isWholeWebp(file: Buffer): boolean {
  return file.length > 12 && file.readUInt32LE(4) + 8 === file.length;
}
