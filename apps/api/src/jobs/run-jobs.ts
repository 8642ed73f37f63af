import type { FastifyBaseLogger } from "fastify";
import type { PgBoss } from "pg-boss";
import { announceJob, timeJob } from "../metrics/time-job.ts";
import { createQueue, type Queue, workOn } from "./queue.ts";

export type Job = {
  name: string;
  /** Minute, hour, day, month, weekday; UTC. */
  cron: string;
  /** Also run when a server starts. */
  atStart?: boolean;
  /** Returns how many things it dealt with. Told by the signal to come to an end. */
  run(signal: AbortSignal): Promise<number>;
};

export type RunningJobs = { stop(): Promise<void> };

/** One waits and one runs at most. A failed one is not repeated: the next finds the same to do. */
const SCHEDULED = { policy: "stately", retryLimit: 0, deleteAfterSeconds: 24 * 60 * 60 };

const POLL_SECONDS = 30;
const STOP_MS = 2000;

/**
 * Runs jobs on their schedules and the work of queues: of all servers of a database one runs each
 * job, and a time that passed with no server up is made up for once.
 */
export async function runJobs(parts: {
  boss: PgBoss;
  jobs: readonly Job[];
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
    // Before any of them is worked on, because work may put more into another.
    for (const queue of queues) await createQueue(boss, queue);
    for (const queue of queues) await workOn(boss, queue, logger);
    for (const job of jobs) {
      announceJob(job.name);
      await boss.createQueue(job.name, SCHEDULED);
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

async function runJob(job: Job, logger: FastifyBaseLogger, signal: AbortSignal): Promise<void> {
  try {
    const count = await timeJob(job.name, () => job.run(signal));
    if (count > 0) logger.info({ job: job.name, count }, "job done");
  } catch (error) {
    logger.error({ err: error, job: job.name }, "job failed");
    throw error;
  }
}
