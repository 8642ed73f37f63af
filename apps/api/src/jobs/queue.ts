import type { FastifyBaseLogger } from "fastify";
import type { JobResult, JobWithMetadata, PgBoss, QueueOptions, QueuePolicy } from "pg-boss";
import { announceJob, timeJob } from "../metrics/time-job.ts";

/** One piece of work that was asked for. */
type QueuedWork = {
  id: string;
  /** What was put into the queue. */
  data: unknown;
  /** Nobody tries again after this. */
  isLastTry: boolean;
};

/** A queue of work, each piece done by one of the servers and tried again when it fails. */
export type Queue = {
  name: string;
  options: QueueOptions & { policy?: QueuePolicy };
  /** How many pieces are taken from the queue at once, to be done one after the other; 1 unless given. The order within a batch is not fixed. */
  batchSize?: number;
  run(work: QueuedWork): Promise<void>;
};

const POLL_SECONDS = 1;

/**
 * Takes work from a queue until the boss is stopped, and does one piece at a time. With a `batchSize` of 1 what is urgent
 * never waits for more than the piece that is being done. Only a queue with less than a batch is left alone for a second.
 */
export async function workOn(boss: PgBoss, queue: Queue, logger: FastifyBaseLogger): Promise<void> {
  announceJob(queue.name);
  const { batchSize = 1 } = queue;
  const options = {
    includeMetadata: true,
    perJobResults: true,
    pollingIntervalSeconds: POLL_SECONDS,
    batchSize,
  } as const;
  const worker = boss.work(queue.name, options, async (batch: JobWithMetadata<unknown>[]) => {
    // There may be more: it looks again as soon as this is done.
    if (batch.length === batchSize) boss.notifyWorker(await worker);
    const results: JobResult[] = [];
    for (const job of batch) results.push(await runOne(queue, job, logger));
    return results;
  });
  await worker;
}

/** Does one piece. One that fails is told apart from the others of its batch, and tried again. */
async function runOne(
  queue: Queue,
  { id, data, retryCount, retryLimit }: JobWithMetadata<unknown>,
  logger: FastifyBaseLogger,
): Promise<JobResult> {
  const isLastTry = retryCount >= retryLimit;
  try {
    await timeJob(queue.name, () => queue.run({ id, data, isLastTry }));
    return { id, status: "completed" };
  } catch (error) {
    logger.warn({ err: error, queue: queue.name, job: id, retryCount }, "queued work failed");
    return { id, status: "failed", output: error };
  }
}
