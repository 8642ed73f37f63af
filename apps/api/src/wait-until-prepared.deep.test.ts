import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDb } from "@studbook/db/client";
import { createTestDb, runSql, type TestDb } from "@studbook/db/test/test-db";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestServer } from "../test/create-test-server.ts";
import { createLogger } from "./log.ts";
import { prepareDatabase } from "./prepare-database.ts";
import type { Server } from "./server.ts";
import { waitUntilPrepared } from "./wait-until-prepared.ts";

let test: TestDb;
let dataDir: string;
let lines: string[];
let server: Server | undefined;
beforeEach(async () => {
  test = await createTestDb({ migrated: false });
  dataDir = await mkdtemp(join(tmpdir(), "studbook-unprepared-"));
  lines = [];
});
afterEach(async () => {
  await server?.stop("the test is over");
  server = undefined;
  await test.drop();
  await rm(dataDir, { recursive: true });
});

/** Starts a server without waiting for it. `started` resolves with whether it became ready. */
async function start(
  url: string,
  settings: Record<string, string> = {},
): Promise<{ origin: string; started: Promise<boolean> }> {
  const created = await createTestServer({ url, dataDir }, settings);
  ({ server, lines } = created);
  return { origin: `http://127.0.0.1:${created.port}`, started: created.server.start() };
}

const onPoolError = () => undefined;

const waits = () => lines.filter((line) => line.includes("waiting for `studbook migrate`"));

it("returns 503 until the owner has prepared the database, and logs once what is missing", async () => {
  const { origin, started } = await start(test.url);
  await expect.poll(waits, { timeout: 20_000 }).toHaveLength(1);
  expect(waits()[0]).toContain("migrations 0001-tables, ");
  for (const path of ["/readyz", "/api/ads"]) {
    expect((await fetch(`${origin}${path}`)).status).toBe(503);
  }
  expect((await fetch(`${origin}/livez`)).status).toBe(200);
  await prepareDatabase(test);
  expect(await started).toBe(true);
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  expect(lines.join("")).not.toMatch(/excess privileges|OWNER/);
});

it("logs that the database's clock differs from this machine's", async () => {
  await prepareDatabase(test);
  await test.advance(600_000);
  const { started } = await start(test.url);
  expect(await started).toBe(true);
  expect(lines.join("")).toMatch(/the database's clock is (599|60[01]) s ahead of this server's/);
});

it("waits for a queue that is missing in the database", async () => {
  await prepareDatabase(test);
  await test.run("delete from pgboss.queue where name = 'remind-members'");
  const { started } = await start(test.url);
  await expect.poll(waits, { timeout: 20_000 }).toHaveLength(1);
  expect(waits()[0]).toContain("the queues remind-members");
  await prepareDatabase(test);
  expect(await started).toBe(true);
});

it("logs that the database does not respond, rather than what is missing in it", async () => {
  const db = createDb({ url: "postgres://nobody@127.0.0.1:9/none", poolSize: 1, onPoolError });
  const stopping = new AbortController();
  const logger = createLogger("warn", { write: (line) => void lines.push(line) });
  const waiting = waitUntilPrepared(db, logger, stopping.signal);
  await expect.poll(() => lines.join("")).toContain("the database, which is not responding");
  stopping.abort();
  await expect(waiting).rejects.toThrow("aborted");
  expect(waits()).toEqual([]);
  await db.destroy();
});

it("waits while the list of migrations is locked", async () => {
  await prepareDatabase(test);
  const db = createDb({ url: test.url, poolSize: 1, lockTimeoutMs: 20, onPoolError });
  const logger = createLogger("warn", { write: (line) => void lines.push(line) });
  let waiting = Promise.resolve();
  await test.owner.transaction().execute(async (tx) => {
    await runSql(tx, "lock table kysely_migration");
    waiting = waitUntilPrepared(db, logger, new AbortController().signal);
    await expect.poll(() => lines.join("")).toContain("the database, which is busy");
  });
  await waiting;
  await db.destroy();
});

it("stops while it is still waiting", async () => {
  const { started } = await start(test.url);
  await expect.poll(waits, { timeout: 20_000 }).toHaveLength(1);
  await server?.stop("enough");
  expect(await started).toBe(false);
});

it("warns if its role has excess privileges, and if it is given the owner's URL", async () => {
  await prepareDatabase(test);
  const { started } = await start(test.ownerUrl, { DATABASE_OWNER_URL: test.ownerUrl });
  expect(await started).toBe(true);
  expect(lines.join("")).toMatch(/is a superuser.*excess privileges/);
  expect(lines.join("")).toMatch(/DATABASE_OWNER_URL is set on a server/);
});
