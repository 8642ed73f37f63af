import type { Db } from "@studbook/db/client";
import { foldAdCounts, sweepAds } from "@studbook/db/queries/ad-counts";
import { hasPendingRows } from "@studbook/db/queries/pending-rows";
import { foldTotals } from "@studbook/db/queries/totals";
import type { FastifyBaseLogger } from "fastify";
import { timeJob } from "../metrics/time-job.ts";

const DEFAULT_PAUSES = {
  /** The pause after rows were processed, and after a failure. */
  busyMs: 2000,
  /** Shorter than the 10 s after which the pool closes an idle connection: opening one costs more than this check. */
  idleMs: 8000,
};
const BATCH_SIZE = 500;

/**
 * Folds the deltas of the counts and totals and sweeps expired ads until the signal aborts: every 2 s while there are
 * any, otherwise within 8 s. Delays make queries slower, never wrong.
 */
export function startFoldingCounts(
  db: Db,
  logger: FastifyBaseLogger,
  signal: AbortSignal,
  pauses = DEFAULT_PAUSES,
): void {
  let timer: NodeJS.Timeout;
  const foldLater = (ms: number) => {
    if (!signal.aborted) timer = setTimeout(fold, ms).unref();
  };
  const fold = async () => {
    let pauseMs = pauses.busyMs;
    try {
      const wasBusy = await timeJob("keep-counts-short", () => foldPendingRows(db));
      if (!wasBusy) pauseMs = pauses.idleMs;
    } catch (error) {
      if (!signal.aborted) logger.warn({ err: error }, "could not update the stored counts");
    }
    foldLater(pauseMs);
  };
  foldLater(0);
  signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
}

/** Returns whether there were rows to process. */
async function foldPendingRows(db: Db): Promise<boolean> {
  if (!(await hasPendingRows(db))) return false;
  await sweepAds(db, BATCH_SIZE);
  await foldAdCounts(db);
  await foldTotals(db);
  return true;
}
