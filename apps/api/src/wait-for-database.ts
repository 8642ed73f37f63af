import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "@studbook/db/client";
import {
  isConnectionRejected,
  isDatabaseBusy,
  isDatabaseUnavailable,
  reasonOf,
} from "@studbook/db/errors";
import { pingDatabase } from "@studbook/db/ping";
import { ConfigError } from "./config.ts";

const PAUSE_MS = 500;
const REPORT_INTERVAL_MS = 60_000;

type WaitParts = {
  /** Called with the reason when the wait begins, and once a minute. */
  onWait: (reason: string) => void;
  signal: AbortSignal;
};

/**
 * Waits for a database that is starting or unreachable, however long it takes.
 *
 * @throws ConfigError if the database rejects the connection
 */
export async function waitForDatabase(
  db: Db,
  { url, setting = "DATABASE_URL", ...parts }: WaitParts & { url: string; setting?: string },
): Promise<void> {
  try {
    await retryWhileUnavailable(() => pingDatabase(db), parts);
  } catch (error) {
    parts.signal.throwIfAborted();
    throw connectionError(url, setting, error);
  }
}

/**
 * Repeats work until the database lets it finish, however long that takes. The work must be safe to repeat.
 */
export async function retryWhileUnavailable<T>(
  work: () => Promise<T>,
  { onWait, signal }: WaitParts,
): Promise<T> {
  let nextReportAt = 0;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!isDatabaseUnavailable(error) && !isDatabaseBusy(error)) throw error;
      const now = performance.now();
      if (now >= nextReportAt) {
        nextReportAt = now + REPORT_INTERVAL_MS;
        onWait(reasonOf(error));
      }
    }
    await delay(PAUSE_MS, undefined, { signal });
  }
}

function connectionError(url: string, setting: string, error: unknown): ConfigError {
  const { host, pathname } = new URL(url);
  const hint = isConnectionRejected(error)
    ? ". Check the password and the name of the database. If they are new, run `studbook migrate` first."
    : "";
  return new ConfigError(
    `Cannot connect to the database ${pathname.slice(1)} at ${host} (${setting}): ${reasonOf(error)}${hint}`,
  );
}
