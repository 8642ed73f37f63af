import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import type { PgBoss } from "pg-boss";
import pino from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { QueueClock } from "../../test/queue-clock.ts";
import { prepareDatabase } from "../prepare-database.ts";
import { createBoss, createEnqueue, type EnqueueOptions } from "./boss.ts";
import { processQueue } from "./process-queue.ts";
import { type RunningJobs, runJobs } from "./run-jobs.ts";

const logger = pino({ level: "silent" });
const WORK = { name: "work", options: { retryLimit: 0 } };

let test: TestDb;
let clock: QueueClock;
let boss: PgBoss;
let running: RunningJobs;
const done: unknown[] = [];
beforeEach(async () => {
  test = await createTestDb();
  await prepareDatabase(test, [WORK]);
  // Jobs are queued with the system time, and the queue's clock must not be behind it.
  clock = new QueueClock(() => test, Date.now() + 60_000);
  boss = createBoss({ url: test.url, logger, clock });
  running = await runJobs({ boss, jobs: [], logger });
  done.splice(0);
});
afterEach(async () => {
  await running.stop();
  await test.drop();
});

const put = (what: string, options?: EnqueueOptions) =>
  test.db.transaction().execute((tx) => createEnqueue(boss)(tx, WORK.name, { what }, options));

const startProcessing = (queue: { batchSize?: number } = {}) => {
  const run = async ({ data }: { data: unknown }) => {
    done.push(data);
    if (JSON.stringify(data).includes("failing")) throw new Error("not today");
  };
  return processQueue(boss, { ...WORK, ...queue, run }, logger);
};
const named = (...names: string[]) => names.map((what) => ({ what }));

const NAMES = Array.from({ length: 30 }, (_, n) => (n === 3 ? "failing" : `${n}`));

it("runs all queued jobs in order and without pauses, even after a failure", async () => {
  for (const name of NAMES) await put(name);
  await startProcessing();
  // The test clock does not advance, so a worker that waited for its next poll would wait forever.
  await expect.poll(() => done).toEqual(named(...NAMES));
});

it("runs all queued jobs in batches without pauses", async () => {
  for (const name of NAMES) await put(name);
  await startProcessing({ batchSize: 10 });
  await expect.poll(() => done).toHaveLength(30);
  for (const first of [0, 10, 20]) {
    const batch = named(...NAMES.slice(first, first + 10));
    expect(done.slice(first, first + 10)).toEqual(expect.arrayContaining(batch));
  }
});

it("marks only the failed job of a batch as failed", async () => {
  for (const name of ["first", "failing", "last"]) await put(name);
  await startProcessing({ batchSize: 20 });
  const listStates = () =>
    test.run("select data->>'what' as what, state from pgboss.job where name = 'work' order by 1");
  await expect.poll(listStates).toEqual([
    { what: "failing", state: "failed" },
    { what: "first", state: "completed" },
    { what: "last", state: "completed" },
  ]);
});

it("runs jobs by priority and none before its delay is over", async () => {
  await put("last", { priority: -7 });
  await put("later", { priority: 9, afterSeconds: 600 });
  await put("usual");
  await put("second usual");
  await put("urgent", { priority: 3 });
  await startProcessing();
  await expect.poll(() => done).toEqual(named("urgent", "usual", "second usual", "last"));
  await clock.setTime(clock.now() + 600_000);
  const tickAndGetLast = () => clock.tick(1500).then(() => done.at(-1));
  await expect.poll(tickAndGetLast).toEqual({ what: "later" });
});
