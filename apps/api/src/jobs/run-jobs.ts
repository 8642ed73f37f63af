import type { FastifyBaseLogger } from "fastify";
import type { PgBoss } from "pg-boss";
import { announceJob, timeJob } from "../metrics/time-job.ts";
import { FORMER_JOB_NAMES, type JobName } from "./job-names.ts";
import { processQueue, type Queue } from "./process-queue.ts";

/** A scheduled job. */
export type Job<Name extends string = JobName> = {
  name: Name;
  /** Minute, hour, day, month and weekday, in UTC. */
  cron: string;
  /** Whether it also runs when a server starts. */
  atStart?: boolean;
  /** Returns the number of items it processed. Should end soon after the signal aborts. */
  run(signal: AbortSignal): Promise<number>;
};

export type RunningJobs = { stop(): Promise<void> };

const POLL_SECONDS = 30;
const STOP_MS = 2000;

/**
 * Runs scheduled jobs and processes queues. Each job runs on one of the servers that share the database. If no server was
 * up at a scheduled time, the job runs once afterwards. The queues must be installed.
 */
export async function runJobs(parts: {
  boss: PgBoss;
  jobs: readonly Job<string>[];
  queues?: readonly Queue[];
  logger: FastifyBaseLogger;
}): Promise<RunningJobs> {
  const { boss, jobs, queues = [], logger } = parts;
  const stopping = new AbortController();
  const stop = async () => {
    stopping.abort();
    await boss.stop({ timeout: STOP_MS });
  };
  try {
    await boss.start();
    for (const queue of queues) await processQueue(boss, queue, logger);
    for (const name of FORMER_JOB_NAMES) await boss.unschedule(name);
    for (const job of jobs) {
      announceJob(job.name);
      await boss.schedule(job.name, job.cron, null, { missed: "once" });
      if (job.atStart) await boss.send(job.name);
      await boss.work(job.name, { pollingIntervalSeconds: POLL_SECONDS }, (batch) => {
        const signals = [stopping.signal, ...batch.map(({ signal }) => signal)];
        return runJob(job, logger, AbortSignal.any(signals));
      });
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
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
