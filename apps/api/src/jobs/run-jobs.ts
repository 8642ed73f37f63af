import type { FastifyBaseLogger } from "fastify";
import type { PgBoss } from "pg-boss";
import { announceJob, timeJob } from "../metrics/time-job.ts";
import { retryWhileUnavailable } from "../wait-for-database.ts";
import { FORMER_JOB_NAMES, type JobName } from "./job-names.ts";
import { processQueue, type Queue } from "./process-queue.ts";

/** A scheduled job. */
export type Job<Name extends string = JobName> = {
  name: Name;
  /** Minute, hour, day, month and weekday, in UTC. */
  cron: string;
  /** How many seconds it may be late if the notification of its worker is lost; 10 minutes by default. */
  maxDelaySeconds?: number;
  /** Whether it also runs when a server starts. */
  atStart?: boolean;
  /** Returns the number of items it processed. Should end soon after the signal aborts. */
  run(signal: AbortSignal): Promise<number>;
};

export type RunningJobs = { stop(): Promise<void> };

type JobsParts = {
  boss: PgBoss;
  jobs: readonly Job<string>[];
  queues?: readonly Queue[];
  logger: FastifyBaseLogger;
  /** Ends the attempts to start. */
  signal?: AbortSignal;
};

/** The interval without notifications. */
const POLL_SECONDS = 30;
const MAX_DELAY_SECONDS = 600;
const STOP_MS = 2000;

/**
 * Runs scheduled jobs and processes queues. Each job runs on one of the servers that share the database. If no server was
 * up at a scheduled time, the job runs once afterwards. The queues must be installed. Waits for the database if it cannot
 * be reached.
 */
export async function runJobs(parts: JobsParts): Promise<RunningJobs> {
  const { boss, logger, signal = new AbortController().signal } = parts;
  const stopping = new AbortController();
  const stop = async () => {
    stopping.abort();
    await boss.stop({ timeout: STOP_MS });
  };
  const start = async () => {
    try {
      await startJobs(parts, stopping.signal);
    } catch (error) {
      await boss.stop({ graceful: false });
      throw error;
    }
  };
  const onWait = (reason: string) => logger.warn({ reason }, "the jobs wait for the database");
  await retryWhileUnavailable(start, { onWait, signal });
  return { stop };
}

async function startJobs(
  { boss, jobs, queues = [], logger }: JobsParts,
  stopping: AbortSignal,
): Promise<void> {
  await boss.start();
  for (const queue of queues) await processQueue(boss, queue, logger);
  for (const name of FORMER_JOB_NAMES) await boss.unschedule(name);
  for (const job of jobs) {
    announceJob(job.name);
    await boss.schedule(job.name, job.cron, null, { missed: "once" });
    if (job.atStart) await boss.send(job.name);
    const polling = {
      pollingIntervalSeconds: POLL_SECONDS,
      notifyPollingIntervalSeconds: job.maxDelaySeconds ?? MAX_DELAY_SECONDS,
    };
    await boss.work(job.name, polling, (batch) => {
      const signals = [stopping, ...batch.map(({ signal }) => signal)];
      return runJob(job, logger, AbortSignal.any(signals));
    });
  }
}

async function runJob(
  job: Job<string>,
  logger: FastifyBaseLogger,
  signal: AbortSignal,
): Promise<void> {
  try {
    const count = await timeJob(job.name, () => job.run(signal));
    if (count > 0) logger.info({ job: job.name, count }, "job done");
  } catch (error) {
    logger.error({ err: error, job: job.name }, "job failed");
    throw error;
  }
}
