import type { FastifyBaseLogger } from "fastify";
import type { PgBoss } from "pg-boss";
import { announceJob, timeJob } from "../metrics/time-job.ts";
import type { JobName } from "./job-names.ts";
import { type Queue, workOn } from "./queue.ts";

/** A job on a schedule; one of the product's has a name of `JOB_NAMES`. */
export type Job<Name extends string = JobName> = {
  name: Name;
  /** Minute, hour, day, month, weekday; UTC. */
  cron: string;
  /** Also run when a server starts. */
  atStart?: boolean;
  /** Returns how many things it dealt with. Told by the signal to come to an end. */
  run(signal: AbortSignal): Promise<number>;
};

export type RunningJobs = { stop(): Promise<void> };

const POLL_SECONDS = 30;
const STOP_MS = 2000;

/**
 * Runs jobs on their schedules and the work of queues: of all servers of a database one runs each
 * job, and a time that passed with no server up is made up for once. The owner has installed the queues.
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
    for (const queue of queues) await workOn(boss, queue, logger);
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
