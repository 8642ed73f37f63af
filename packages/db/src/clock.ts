import { sql } from "kysely";
import type { Db } from "./client.ts";
import { withoutWaitBudget } from "./wait-budget.ts";

/** Returns the database's time, by which everything is decided. It is constant within a transaction. */
export async function readClock(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select studbook_now() as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("Reading the clock returned no row");
  return row.now;
}

/** The database's clock, which can be read without a query. */
export type DatabaseClock = {
  /**
   * Returns the database's time, off by less than the duration of one query. If it was read from the database more than
   * 10 s ago, starts to read it again.
   *
   * @throws Error before the first `refresh`
   */
  now(): Date;
  /** Reads the time from the database. */
  refresh(): Promise<void>;
};

const REFRESH_MS = 10_000;

/**
 * Creates a clock that follows the database's. In between it counts the process's monotonic time, which does not jump
 * when the machine's clock is set. It asks the database only while somebody reads the clock.
 *
 * @param options.onError called if the time cannot be read; the clock continues with what it knows
 * @param options.now a monotonic clock in milliseconds
 */
export function createDatabaseClock(
  db: Db,
  options: { onError: (error: unknown) => void; now?: () => number },
): DatabaseClock {
  const { onError, now: monotonicNow = () => performance.now() } = options;
  let offsetMs: number | undefined;
  let attemptedAt = Number.NEGATIVE_INFINITY;
  async function refresh(): Promise<void> {
    attemptedAt = monotonicNow();
    // Measures the query without the wait for a connection.
    await db.connection().execute(async (connection) => {
      const sentAt = monotonicNow();
      const time = await readClock(connection);
      offsetMs = time.getTime() - (sentAt + monotonicNow()) / 2;
    });
  }
  return {
    refresh,
    now() {
      if (offsetMs === undefined) throw new Error("The database's clock has not been read yet");
      const now = monotonicNow();
      // A request must not pay for it, nor must its patience limit it.
      if (now - attemptedAt >= REFRESH_MS) withoutWaitBudget(() => refresh().catch(onError));
      return new Date(now + offsetMs);
    },
  };
}
