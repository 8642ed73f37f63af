import { type FaultProxy, startFaultProxy } from "@studbook/db/test/fault-proxy";
import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import type { PgBoss } from "pg-boss";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLogger } from "../log.ts";
import { prepareDatabase } from "../prepare-database.ts";
import { createBoss, createEnqueue } from "./boss.ts";
import { scheduledQueue } from "./install-queue.ts";
import { type Queue, WAKING_OPTIONS } from "./process-queue.ts";
import { type Job, type RunningJobs, runJobs } from "./run-jobs.ts";

const lines: string[] = [];
const logger = createLogger("warn", { write: (line) => void lines.push(line) });
const WORK = { name: "work", options: { ...WAKING_OPTIONS, retryLimit: 3 } };
// Much less than the interval at which workers poll while they are notified.
const SOON = { timeout: 10_000 };

let test: TestDb;
let proxy: FaultProxy;
let producer: PgBoss;
const running: RunningJobs[] = [];
const done: string[] = [];
beforeEach(async () => {
  test = await createTestDb();
  await prepareDatabase(test, [WORK, scheduledQueue("scheduled")]);
  proxy = await startFaultProxy(test.url);
  producer = createBoss(
    { url: test.url, logger },
    { supervise: false, schedule: false, useListenNotify: false },
  );
  await producer.start();
  done.splice(0);
  lines.splice(0);
});
afterEach(async () => {
  proxy.reset();
  await Promise.all(running.splice(0).map((jobs) => jobs.stop()));
  await producer.stop({ graceful: false });
  await proxy.close();
  await test.drop();
});

type Options = { jobs?: Job<string>[]; listens?: boolean; signal?: AbortSignal };

/** Starts a server's jobs, which reach the database through the proxy. */
async function start({ jobs = [], listens = true, ...rest }: Options = {}): Promise<void> {
  const boss = createBoss(
    { url: proxy.url, logger },
    {
      useListenNotify: listens,
      notifyHeartbeatIntervalMs: 500,
      notifyHeartbeatTimeoutMs: 500,
      connectionTimeoutMillis: 1000,
      query_timeout: 1000,
    },
  );
  const queue: Queue = {
    ...WORK,
    run: async ({ data }) => void done.push(JSON.stringify(data)),
  };
  running.push(await runJobs({ boss, jobs, queues: [queue], logger, ...rest }));
}

/** Queues a job on another server. */
const put = (what: string) =>
  test.db
    .transaction()
    .execute((tx) => createEnqueue(producer)(tx, WORK.name, { what }, undefined));
const whats = () => done.map((data) => JSON.parse(data).what);

/** Waits until the worker has fetched, so that only a notification makes it fetch again soon. */
async function untilIdle(): Promise<void> {
  await put("first");
  await expect.poll(whats, SOON).toEqual(["first"]);
}

const LISTENERS = `from pg_stat_activity where datname = current_database()
  and pid <> pg_backend_pid() and query ~ '^LISTEN|pg_listening_channels'`;

async function untilListeners(count: number): Promise<void> {
  await expect.poll(() => test.run(`select ${LISTENERS}`), SOON).toHaveLength(count);
}

/** Without notifications, the worker would poll every second. */
const untilListening = () => untilListeners(1);

async function killListener(): Promise<void> {
  const killed = await test.run(`select pg_terminate_backend(pid) ${LISTENERS}`);
  expect(killed).toHaveLength(1);
}

describe("a job that another server queues", () => {
  it("wakes the worker", async () => {
    await start();
    await untilListening();
    await untilIdle();
    await put("second");
    await expect.poll(whats, SOON).toEqual(["first", "second"]);
  });

  it("wakes the worker although the listening connection has just been lost", async () => {
    await start();
    await untilListening();
    await untilIdle();
    await killListener();
    await put("second");
    await expect.poll(whats, SOON).toEqual(["first", "second"]);
  });

  it("is found without notifications", async () => {
    await start({ listens: false });
    await untilIdle();
    await put("second");
    await expect.poll(whats, SOON).toEqual(["first", "second"]);
  });

  it("runs soon after the database was silent, although its open connections never respond again", async () => {
    await start();
    await untilIdle();
    proxy.pause();
    await put("second");
    await expect.poll(() => lines.join(), SOON).toContain("heartbeat timed out");
    proxy.heal();
    await expect.poll(whats, SOON).toEqual(["first", "second"]);
    await put("third");
    await expect.poll(whats, SOON).toEqual(["first", "second", "third"]);
  });

  it("runs once after the database was silent for a while", async () => {
    await start();
    await untilIdle();
    proxy.pause();
    await put("second");
    proxy.resume();
    await expect.poll(whats, SOON).toEqual(["first", "second"]);
  });

  it("runs after all connections were reset", async () => {
    await start();
    await untilIdle();
    proxy.reset();
    await put("second");
    await expect.poll(whats, SOON).toEqual(["first", "second"]);
  });
});

describe("a server that starts", () => {
  it("waits for a database that is away", async () => {
    proxy.refuse();
    const starting = start();
    await expect.poll(() => lines.join(), SOON).toContain("the jobs wait for the database");
    proxy.heal();
    await starting;
    await untilIdle();
  });

  it.each([100, 1000, 3000, 6000, 10_000])(
    "tries again if its connections are reset after %i bytes",
    async (bytes) => {
      proxy.resetAfter(bytes);
      const ran: string[] = [];
      const run = async () => ran.push("scheduled");
      await start({ jobs: [{ name: "scheduled", cron: "0 0 1 1 *", atStart: true, run }] });
      await untilIdle();
      await expect.poll(() => ran.length, SOON).toBeGreaterThan(0);
    },
  );

  it("stops waiting when it is shut down", async () => {
    proxy.refuse();
    const stopping = new AbortController();
    const starting = start({ signal: stopping.signal });
    await expect.poll(() => lines.join(), SOON).toContain("the jobs wait for the database");
    stopping.abort();
    await expect(starting).rejects.toThrow(/abort/);
  });
});

describe("closing the listening connection", () => {
  it("succeeds although the database terminates it first", async () => {
    const boss = createBoss(
      { url: proxy.url, logger },
      { schedule: false, useListenNotify: false },
    );
    await boss.start();
    const ignore = () => undefined;
    const connection = await boss.getDb().listen?.("channel", ignore, ignore);
    proxy.pause();
    const closing = connection?.close();
    // An unhandled error would fail the test run.
    await killListener();
    await untilListeners(0);
    proxy.resume();
    await closing;
    await boss.stop({ graceful: false });
  });
});
