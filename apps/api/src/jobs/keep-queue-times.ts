import type { Db } from "@studbook/db/client";
import { resetFutureQueueTimes } from "@studbook/db/queries/queue-times";
import type { FastifyBaseLogger } from "fastify";

const INTERVAL_MS = 120_000;

/**
 * Resets times of the job queue that lie in the future, now and every two minutes until the signal aborts. Otherwise no
 * scheduled job would run after a fast clock was corrected, for as long as it had been fast.
 */
export function startKeepingQueueTimes(
  db: Db,
  logger: FastifyBaseLogger,
  signal: AbortSignal,
): void {
  const keep = async () => {
    try {
      const count = await resetFutureQueueTimes(db);
      if (count > 0) {
        logger.warn(
          { count },
          "the database's clock was set back, so times in the job queue that lay in the future were reset",
        );
      }
    } catch (error) {
      if (!signal.aborted)
        logger.warn({ err: error }, "could not check the times of the job queue");
    }
  };
  const timer = setInterval(keep, INTERVAL_MS).unref();
  signal.addEventListener("abort", () => clearInterval(timer), { once: true });
  keep();
}
