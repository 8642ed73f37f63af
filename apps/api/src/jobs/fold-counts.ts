import type { Db } from "@studbook/db/client";
import { foldAdCounts, sweepExpiredAds } from "@studbook/db/queries/ad-counts";
import { foldTotals } from "@studbook/db/queries/totals";
import type { FastifyBaseLogger } from "fastify";
import { timeJob } from "../metrics/time-job.ts";

const INTERVAL_MS = 2000;
const BATCH_SIZE = 500;

/**
 * Folds the deltas of the counts and totals and sweeps expired ads every 2 s, until the signal aborts. Delays make
 * queries slower, never wrong.
 */
export function startFoldingCounts(db: Db, logger: FastifyBaseLogger, signal: AbortSignal): void {
  let running = false;
  const timer = setInterval(async () => {
    if (running) return;
    running = true;
    try {
      await timeJob("keep-counts-short", async () => {
        await sweepExpiredAds(db, BATCH_SIZE);
        await foldAdCounts(db);
        await foldTotals(db);
      });
    } catch (error) {
      if (!signal.aborted) logger.warn({ err: error }, "could not update the stored counts");
    } finally {
      running = false;
    }
  }, INTERVAL_MS);
  timer.unref();
  signal.addEventListener("abort", () => clearInterval(timer), { once: true });
}
