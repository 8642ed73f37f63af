import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import type { PgBoss } from "pg-boss";
import pino from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { QueueClock } from "../../test/queue-clock.ts";
import { prepareDatabase } from "../prepare-database.ts";
import { createBoss, createEnqueue, type Turn } from "./boss.ts";
import { workOn } from "./queue.ts";
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
  // What is queued has the machine's time, which the queue's clock must not be behind.
  clock = new QueueClock(() => test, Date.now() + 60_000);
  boss = createBoss({ url: test.url, logger, clock });
  running = await runJobs({ boss, jobs: [], logger });
  done.splice(0);
});
afterEach(async () => {
  await running.stop();
  await test.drop();
});

const put = (what: string, turn?: Turn) =>
  test.db.transaction().execute((tx) => createEnqueue(boss)(tx, WORK.name, { what }, turn));

/** Has a server take work from the queue. */
const startWork = (queue: { batchSize?: number } = {}) => {
  const run = async ({ data }: { data: unknown }) => {
    done.push(data);
    if (JSON.stringify(data).includes("failing")) throw new Error("not today");
  };
  return workOn(boss, { ...WORK, ...queue, run }, logger);
};
const named = (...names: string[]) => names.map((what) => ({ what }));

const NAMES = Array.from({ length: 30 }, (_, n) => (n === 3 ? "failing" : `${n}`));

it("does all that waits in order and without a pause, also after a failure", async () => {
  for (const name of NAMES) await put(name);
  await startWork();
  // The test clock is stopped, so waiting for the next poll would never end.
  await expect.poll(() => done).toEqual(named(...NAMES));
});

it("does all that waits in batches without a pause", async () => {
  for (const name of NAMES) await put(name);
  await startWork({ batchSize: 10 });
  await expect.poll(() => done).toHaveLength(30);
  for (const first of [0, 10, 20]) {
    const batch = named(...NAMES.slice(first, first + 10));
    expect(done.slice(first, first + 10)).toEqual(expect.arrayContaining(batch));
  }
});

it("tells a piece that failed from the others of its batch", async () => {
  for (const name of ["first", "failing", "last"]) await put(name);
  await startWork({ batchSize: 20 });
  const listStates = () =>
    test.run("select data->>'what' as what, state from pgboss.job where name = 'work' order by 1");
  await expect.poll(listStates).toEqual([
    { what: "failing", state: "failed" },
    { what: "first", state: "completed" },
    { what: "last", state: "completed" },
  ]);
});

it("does what is most urgent first, and nothing before its time", async () => {
  await put("last", { priority: -7 });
  await put("later", { priority: 9, afterSeconds: 600 });
  await put("usual");
  await put("second usual");
  await put("urgent", { priority: 3 });
  await startWork();
  await expect.poll(() => done).toEqual(named("urgent", "usual", "second usual", "last"));
  await clock.setTime(clock.now() + 600_000);
  const lookAgain = () => clock.tick(1500).then(() => done.at(-1));
  await expect.poll(lookAgain).toEqual({ what: "later" });
});
