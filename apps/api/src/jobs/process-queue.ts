import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { JobResult, JobWithMetadata, PgBoss, QueueOptions, QueuePolicy } from "pg-boss";
import { announceJob, timeJob } from "../metrics/time-job.ts";

type QueuedJob = {
  id: string;
  data: unknown;
  /** Whether a failure is final. */
  isLastAttempt: boolean;
};

/** A queue of jobs. Each job runs on one of the servers and is retried if it fails. */
export type Queue = {
  name: string;
  options: QueueOptions & { policy?: QueuePolicy; notify?: boolean };
  /** How many jobs are fetched at once; 1 by default. They run one after the other, in any order. */
  batchSize?: number;
  run(job: QueuedJob): Promise<void>;
};

/**
 * A new job wakes the workers of all servers. A job whose server does not confirm for half a minute that it is still
 * running has failed: the server was killed or lost its database.
 */
export const WAKING_OPTIONS = { notify: true, heartbeatSeconds: 30 } as const;

/** The interval without notifications. */
const POLL_SECONDS = 1;
/** The interval with notifications, for jobs that were delayed, or whose notification was lost. */
const NOTIFIED_POLL_SECONDS = 30;
/** How long jobs are collected between two batches that are not full. */
const COLLECT_MS = 250;

/**
 * Runs the jobs of a queue, one at a time, until the boss is stopped. With a `batchSize` of 1 an urgent job waits only for
 * the job that is running. Larger batches follow each other without a pause only while they are full, because every new
 * job wakes the worker, and fetching costs more than running it.
 */
export async function processQueue(
  boss: PgBoss,
  queue: Queue,
  logger: FastifyBaseLogger,
): Promise<void> {
  announceJob(queue.name);
  const { batchSize = 1 } = queue;
  const options = {
    includeMetadata: true,
    perJobResults: true,
    pollingIntervalSeconds: POLL_SECONDS,
    notifyPollingIntervalSeconds: NOTIFIED_POLL_SECONDS,
    batchSize,
  } as const;
  const worker = boss.work(queue.name, options, async (batch: JobWithMetadata<unknown>[]) => {
    // There may be more jobs, so the worker fetches again as soon as this batch is done.
    if (batch.length === batchSize) boss.notifyWorker(await worker);
    const collecting = batch.length < batchSize ? delay(COLLECT_MS) : undefined;
    const results: JobResult[] = [];
    for (const job of batch) results.push(await runJob(queue, job, logger));
    await collecting;
    return results;
  });
  await worker;
}

/** Runs one job and reports its own result, so that only failed jobs of a batch are retried. */
async function runJob(
  queue: Queue,
  { id, data, retryCount, retryLimit }: JobWithMetadata<unknown>,
  logger: FastifyBaseLogger,
): Promise<JobResult> {
  const isLastAttempt = retryCount >= retryLimit;
  try {
    await timeJob(queue.name, () => queue.run({ id, data, isLastAttempt }));
    return { id, status: "completed" };
  } catch (error) {
    logger.warn({ err: error, queue: queue.name, job: id, retryCount }, "queued job failed");
    return { id, status: "failed", output: error };
  }
}
