import type { Db } from "@studbook/db/client";
import { foldAdCounts, sweepExpiredAds } from "@studbook/db/queries/ad-counts";
import { foldTotals } from "@studbook/db/queries/totals";
import type { FastifyBaseLogger } from "fastify";
import { timeJob } from "../metrics/time-job.ts";

const EVERY_MS = 2000;
const BATCH = 500;

/**
 * Folds the deltas of the counts and totals and sweeps ads whose time has passed, every 2 s until the signal.
 * Being late makes answers slower, never wrong.
 */
export function keepCountsShort(db: Db, logger: FastifyBaseLogger, signal: AbortSignal): void {
  let running = false;
  const timer = setInterval(async () => {
    if (running) return;
    running = true;
    try {
      await timeJob("keep-counts-short", async () => {
        await sweepExpiredAds(db, BATCH);
        await foldAdCounts(db);
        await foldTotals(db);
      });
    } catch (error) {
      if (!signal.aborted) logger.warn({ err: error }, "the counts could not be folded");
    } finally {
      running = false;
    }
  }, EVERY_MS);
  timer.unref();
  signal.addEventListener("abort", () => clearInterval(timer), { once: true });
}
