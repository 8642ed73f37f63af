import type { FastifyBaseLogger } from "fastify";
import type { JobWithMetadata, PgBoss, QueueOptions, QueuePolicy } from "pg-boss";
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
  run(work: QueuedWork): Promise<void>;
};

const POLL_SECONDS = 1;

/**
 * Takes work from a queue until the boss is stopped, one piece at a time, so that what is urgent never waits
 * for more than the piece that is being done. Only an empty queue is left alone for a second.
 */
export async function workOn(boss: PgBoss, queue: Queue, logger: FastifyBaseLogger): Promise<void> {
  announceJob(queue.name);
  const options = {
    includeMetadata: true,
    pollingIntervalSeconds: POLL_SECONDS,
    batchSize: 1,
  } as const;
  const worker = boss.work(queue.name, options, async (batch: JobWithMetadata<unknown>[]) => {
    // There may be more: it looks again as soon as this is done.
    boss.notifyWorker(await worker);
    for (const { id, data, retryCount, retryLimit } of batch) {
      const isLastTry = retryCount >= retryLimit;
      try {
        await timeJob(queue.name, () => queue.run({ id, data, isLastTry }));
      } catch (error) {
        logger.warn({ err: error, queue: queue.name, job: id, retryCount }, "queued work failed");
        throw error;
      }
    }
  });
  await worker;
}
