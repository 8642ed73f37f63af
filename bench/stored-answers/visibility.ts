import { setTimeout as delay } from "node:timers/promises";
import { createDb, type Db } from "@studbook/db/client";
import { runSql } from "@studbook/db/test/test-db";

/** What a snapshot of a database certainly sees. Times are in milliseconds since 1970. */
type Snapshot = {
  /** It was taken between these times. */
  from: number;
  to: number;
  /** All transactions below this one are over. */
  xmin: number;
  /** None from this one on is over. */
  xmax: number;
  /** Those between that were not over. */
  running: ReadonlySet<number>;
};

const PAUSE_MS = 4;
const RETRY_MS = 50;
const KEPT_MS = 90_000;

const SNAPSHOT = `
  select pg_current_snapshot()::text as snapshot, pg_is_in_recovery() as is_standby,
    extract(epoch from now())::float8 * 1000 as started,
    extract(epoch from clock_timestamp())::float8 * 1000 as at`;

/**
 * Finds out when commits become visible in a database, by taking snapshots all the time. PostgreSQL gives a commit its time
 * before it writes it to the disk, and shows it only then; a standby shows it later.
 */
export class VisibilityWatch {
  readonly #db: Db;
  readonly #stopping = new AbortController();
  readonly #watching: Promise<void>;
  #snapshots: Snapshot[] = [];
  /** Its snapshots do not tell which transactions above `xmin` they see. */
  #isStandby = false;
  readonly #lateness = new Map<number, { seenMs: number; unseenMs: number }>();

  constructor(url: string) {
    this.#db = createDb({ url, poolSize: 1, onPoolError: () => undefined });
    this.#watching = this.#watch();
  }

  /** When the last snapshot was taken. Whatever can be seen at that time has been seen. */
  get latest(): number {
    return this.#snapshots.at(-1)?.from ?? 0;
  }

  /** Returns when a transaction was first seen by a snapshot, or Infinity if none has seen it yet. */
  findFirst(xid: number, committedAt: number): number {
    const first = this.#indexAfter(committedAt);
    for (let n = first; n < this.#snapshots.length; n++) {
      const snapshot = this.#snapshots[n];
      if (!snapshot || !sees(snapshot, xid)) continue;
      const before = this.#snapshots[n - 1];
      if (before) {
        // The one before may have been taken before the commit.
        const unseenMs = Math.max(0, before.from - committedAt);
        this.#lateness.set(xid, { seenMs: snapshot.to - committedAt, unseenMs });
      }
      return snapshot.to;
    }
    return Number.POSITIVE_INFINITY;
  }

  /** Describes how long after their time commits were seen, and how long they were certainly not. */
  describeLateness(): string {
    const all = [...this.#lateness.values()];
    const seen = all.map(({ seenMs }) => seenMs).sort((a, b) => a - b);
    const unseen = all.filter(({ unseenMs }) => unseenMs > 0);
    const at = (share: number) => (seen[Math.floor(share * (seen.length - 1))] ?? 0).toFixed(1);
    const longest = unseen.reduce((max, { unseenMs }) => Math.max(max, unseenMs), 0);
    const times = `${all.length} commits first seen after ${at(0.5)} (half), ${at(0.99)} (99%), ${at(1)} ms (all)`;
    if (this.#isStandby) return times;
    return `${times}; ${unseen.length} were not seen by a snapshot after their time, for up to ${longest.toFixed(1)} ms`;
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#watching;
    await this.#db.destroy();
  }

  async #watch(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        const [row] = await runSql(this.#db, SNAPSHOT);
        if (row) this.#snapshots.push(toSnapshot(row));
        this.#isStandby = row?.isStandby === true;
        await delay(PAUSE_MS);
      } catch {
        // The database is stopped. Nothing is checked until it has been seen again.
        await delay(RETRY_MS);
      }
      const kept = this.#indexAfter(this.latest - KEPT_MS);
      if (kept > 1000) this.#snapshots.splice(0, kept);
    }
  }

  /** Returns the index of the first snapshot that may have been taken after a time. */
  #indexAfter(time: number): number {
    let [low, high] = [0, this.#snapshots.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#snapshots[middle]?.to ?? 0) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function sees({ xmin, xmax, running }: Snapshot, xid: number): boolean {
  return xid < xmin || (xid < xmax && !running.has(xid));
}

function toSnapshot(row: Record<string, unknown>): Snapshot {
  const [xmin = "", xmax = "", running = ""] = String(row.snapshot).split(":");
  return {
    from: Number(row.started),
    to: Number(row.at),
    xmin: Number(xmin),
    xmax: Number(row.isStandby === true ? xmin : xmax),
    running: new Set(running.split(",").filter(Boolean).map(Number)),
  };
}
