import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import pino from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { QueueClock } from "../../test/queue-clock.ts";
import { prepareDatabase } from "../prepare-database.ts";
import { createBoss } from "./boss.ts";
import { scheduledQueue } from "./install-queue.ts";
import { FORMER_JOB_NAMES } from "./job-names.ts";
import { type Job, type RunningJobs, runJobs } from "./run-jobs.ts";

const logger = pino({ level: "silent" });

let test: TestDb;
let clock: QueueClock;
const running: RunningJobs[] = [];
beforeEach(async () => {
  test = await createTestDb();
  await prepareDatabase(
    test,
    ["first", "second", "failing", "long", FORMER_JOB_NAMES[0]].map(scheduledQueue),
  );
  clock = new QueueClock(() => test, "2026-05-01T10:00:30Z");
});
afterEach(async () => {
  await stopAll();
  await test.drop();
});

async function start(jobs: Job<string>[]): Promise<void> {
  running.push(await runJobs({ boss: createBoss({ url: test.url, logger, clock }), jobs, logger }));
}

async function stopAll(): Promise<void> {
  await Promise.all(running.splice(0).map((jobs) => jobs.stop()));
}

/** Moves the clock past a time of the day and runs what is due. */
async function advancePast(time: string): Promise<void> {
  await clock.setTime(Date.parse(`2026-05-01T${time}:00Z`) - 20_000);
  await clock.tick(100_000);
}

function recordingJob(runs: string[], name: string, cron: string): Job<string> {
  return { name, cron, run: async () => runs.push(name) };
}

it("runs each job once an hour on three servers together", async () => {
  const runs: string[] = [];
  const jobs = [
    recordingJob(runs, "first", "7 * * * *"),
    recordingJob(runs, "second", "17 * * * *"),
  ];
  await Promise.all([1, 2, 3].map(() => start(jobs)));
  const expected: string[] = [];
  for (const hour of ["10", "11", "12"]) {
    for (const [minute, name] of [
      ["07", "first"],
      ["17", "second"],
    ]) {
      await advancePast(`${hour}:${minute}`);
      expected.push(`${name}`);
      await expect.poll(() => runs).toEqual(expected);
    }
  }
});

it("runs a job once for all the times at which no server was up", async () => {
  const runs: string[] = [];
  const jobs = [recordingJob(runs, "first", "7 * * * *")];
  await start(jobs);
  await advancePast("10:07");
  await expect.poll(() => runs).toEqual(["first"]);
  await stopAll();
  await clock.setTime("2026-05-01T15:30:00Z");
  await start(jobs);
  await advancePast("15:31");
  await expect.poll(() => runs).toEqual(["first", "first"]);
});

it("deletes the schedules of renamed jobs", async () => {
  const [former] = FORMER_JOB_NAMES;
  const previous = await runJobs({
    boss: createBoss({ url: test.url, logger, clock }),
    jobs: [recordingJob([], former, "27 * * * *")],
    logger,
  });
  running.push(previous);
  await start([recordingJob([], "first", "7 * * * *")]);
  const scheduled = await test.run("select name from pgboss.schedule");
  expect(scheduled).toEqual([{ name: "first" }]);
});

it("runs a job again a few minutes after the server that ran it was killed", async () => {
  const killed = createBoss({ url: test.url, logger, clock }, { supervise: false });
  await killed.start();
  await killed.send("first");
  expect(await killed.fetch("first")).toHaveLength(1);
  await killed.stop({ graceful: false });
  const runs: string[] = [];
  await start([recordingJob(runs, "first", "7 * * * *")]);
  await clock.tick(240_000);
  await advancePast("10:07");
  await expect.poll(() => runs).toEqual(["first"]);
});

it("does not retry a failed job before its next scheduled time", async () => {
  const runs: string[] = [];
  const run = async () => {
    runs.push("failing");
    throw new Error("not today");
  };
  await start([{ name: "failing", cron: "7 * * * *", run }]);
  await advancePast("10:07");
  await expect.poll(() => runs).toHaveLength(1);
  await advancePast("10:30");
  await advancePast("11:07");
  await expect.poll(() => runs).toHaveLength(2);
});

it("aborts a running job and waits for it when the server shuts down", async () => {
  const events: string[] = [];
  const job: Job<string> = {
    name: "long",
    cron: "7 * * * *",
    async run(signal) {
      events.push("started");
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      events.push("finished");
      return 1;
    },
  };
  await start([job]);
  await advancePast("10:07");
  await expect.poll(() => events).toEqual(["started"]);
  await stopAll();
  expect(events).toEqual(["started", "finished"]);
});
