import { setTimeout as delay } from "node:timers/promises";
import { isDatabaseUnavailable, reasonOf } from "./errors.ts";

/** How long an operation keeps trying, and whom it tells what it waits for. */
export type Patience = {
  /** In milliseconds; 10 minutes by default. */
  patienceMs?: number;
  /** Receives one line for the operator whenever the obstacle changes, and every 10 s. */
  report?: (line: string) => void;
  /** The pause before the next attempt to connect, at least, in milliseconds; 500 by default. */
  pauseMs?: number;
};

const PATIENCE_MS = 10 * 60_000;
const REPEAT_MS = 10_000;
const PAUSE_MS = 500;

/** The rest of an operation's patience. */
export type Attempts = Readonly<Required<Omit<Patience, "report">>> & {
  /** Whether no further attempt may start. */
  isOver(): boolean;
  report(line: string): void;
};

/** Starts the clock of an operation's patience. */
export function startAttempts(patience: Patience = {}): Attempts {
  const { patienceMs = PATIENCE_MS, pauseMs = PAUSE_MS, report } = patience;
  const startedAt = performance.now();
  let last: { line: string; at: number } | undefined;
  return {
    patienceMs,
    pauseMs,
    isOver: () => performance.now() - startedAt >= patienceMs,
    report(line) {
      const now = performance.now();
      if (last?.line === line && now - last.at < REPEAT_MS) return;
      last = { line, at: now };
      report?.(line);
    },
  };
}

/**
 * Runs an idempotent operation again for as long as the database is unreachable, such as during a restart. Any other
 * error, such as a wrong password, is thrown at once.
 */
export async function retryUntilReachable<T>(
  attempts: Attempts,
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || attempts.isOver()) throw error;
      attempts.report(`Waiting for the database: ${reasonOf(error)}`);
    }
    await pause(attempts.pauseMs);
  }
}

/** Pauses for between one and two times `ms`, so that several processes do not retry in step. */
export function pause(ms: number): Promise<void> {
  return delay(ms * (1 + Math.random()));
}
