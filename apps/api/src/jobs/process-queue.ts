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
  options: QueueOptions & { policy?: QueuePolicy };
  /** How many jobs are fetched at once; 1 by default. They run one after the other, in any order. */
  batchSize?: number;
  run(job: QueuedJob): Promise<void>;
};

const POLL_SECONDS = 1;

/**
 * Runs the jobs of a queue, one at a time, until the boss is stopped. With a `batchSize` of 1 an urgent job waits only for
 * the job that is running. Waits a second between batches only if the last one was not full.
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
    batchSize,
  } as const;
  const worker = boss.work(queue.name, options, async (batch: JobWithMetadata<unknown>[]) => {
    // There may be more jobs, so the worker fetches again as soon as this batch is done.
    if (batch.length === batchSize) boss.notifyWorker(await worker);
    const results: JobResult[] = [];
    for (const job of batch) results.push(await runJob(queue, job, logger));
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
