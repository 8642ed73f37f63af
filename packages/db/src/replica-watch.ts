import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "./client.ts";
import { reasonOf } from "./errors.ts";
import { type LogPosition, readLogPosition } from "./queries/log-position.ts";
import { withoutWaitBudget } from "./wait-budget.ts";

/** How long a check proves that the replica is current: others' changes become visible after at most this time. */
const CURRENT_MS = 500;
/** While there are reads, the replica is checked again after this time, so that it stays current. */
const RECHECK_MS = 200;
/** How long to wait before checking an unusable replica again. */
const RETRY_MS = 1000;
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 50;
/** Reads on the replica end ads by its clock. */
const MAX_CLOCK_ERROR_MS = 250;

/** A position and the difference between the machine's clock and this process's monotonic clock, in milliseconds. */
type Measurement = LogPosition & { clockOffsetMs: number };

export type ReplicaWatchParts = {
  /** Connections for short statements, so that a check does not wait for other reads. */
  primary: Db;
  replica: Db;
  /** Called once when the replica can no longer be used. */
  onLeave: (reason: string) => void;
  /** Called once when the replica can be used again. */
  onReturn: () => void;
};

/**
 * Knows whether a replica has replayed what the primary had committed at most half a second ago, and everything that this
 * server has committed. It compares the positions of their logs, and only while somebody wants to read.
 */
export class ReplicaWatch {
  readonly #parts: ReplicaWatchParts;
  #currentUntil = Number.NEGATIVE_INFINITY;
  #nextCheckAt = Number.NEGATIVE_INFINITY;
  /** Increases with every event after which a check that is running proves nothing. */
  #epoch = 0;
  #checking: Promise<void> | undefined;
  #problem: string | undefined;
  #lagBytes = 0;
  #behindSince: number | undefined;

  constructor(parts: ReplicaWatchParts) {
    this.#parts = parts;
  }

  /** Whether the replica can be read now. Starts a check in the background if the last one is old. */
  isCurrent(): boolean {
    const now = performance.now();
    if (now >= this.#nextCheckAt) {
      // A request must not pay for it, nor must its patience limit it.
      this.#checking ??= withoutWaitBudget(() => this.#check()).finally(() => {
        this.#checking = undefined;
      });
    }
    return now < this.#currentUntil;
  }

  /** Call it after a commit, before anybody learns of it: the replica is used again when it has replayed the change. */
  noteWrites(): void {
    this.#epoch++;
    this.#currentUntil = Number.NEGATIVE_INFINITY;
    if (this.#problem === undefined) this.#nextCheckAt = Number.NEGATIVE_INFINITY;
  }

  /** Stops using the replica for a while. */
  leave(reason: string): void {
    this.#epoch++;
    this.#currentUntil = Number.NEGATIVE_INFINITY;
    this.#nextCheckAt = performance.now() + RETRY_MS;
    if (this.#problem === undefined) this.#parts.onLeave(reason);
    this.#problem = reason;
  }

  /** The results of the last check. `lagSeconds` is for how long the replica has been behind; 0 if it is not. */
  get state(): { isUsable: boolean; lagBytes: number; lagSeconds: number } {
    const behindMs = this.#behindSince === undefined ? 0 : performance.now() - this.#behindSince;
    return {
      isUsable: this.#problem === undefined,
      lagBytes: this.#lagBytes,
      lagSeconds: behindMs / 1000,
    };
  }

  /** Ends checking. */
  async close(): Promise<void> {
    this.#nextCheckAt = Number.POSITIVE_INFINITY;
    await this.#checking;
  }

  async #check(): Promise<void> {
    const epoch = this.#epoch;
    const startedAt = performance.now();
    const { primary, replica } = this.#parts;
    const problem = await findReplicaProblem(primary, replica, (bytes) => this.#noteLag(bytes));
    if (this.#nextCheckAt === Number.POSITIVE_INFINITY) return;
    if (problem !== undefined) return this.leave(problem);
    if (epoch !== this.#epoch) return;
    this.#currentUntil = startedAt + CURRENT_MS;
    this.#nextCheckAt = startedAt + RECHECK_MS;
    if (this.#problem !== undefined) this.#parts.onReturn();
    this.#problem = undefined;
  }

  #noteLag(bytes: number): void {
    this.#lagBytes = bytes;
    if (bytes === 0) this.#behindSince = undefined;
    else this.#behindSince ??= performance.now();
  }
}

/**
 * Waits up to half a second until the replica has replayed what the primary has committed.
 *
 * @param noteLag receives by how many bytes the replica is behind
 * @returns why the replica cannot be used; undefined if it is current
 */
export async function findReplicaProblem(
  primary: Db,
  replica: Db,
  noteLag: (bytes: number) => void = () => undefined,
): Promise<string | undefined> {
  const startedAt = performance.now();
  const goal = await measure(primary).catch(reasonOf);
  if (typeof goal === "string") return `the primary's position is unknown: ${goal}`;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const reached = await measure(replica).catch(reasonOf);
    if (typeof reached === "string") return reached;
    const difference = findDifference(goal, reached);
    if (difference !== undefined) return difference;
    const lag = Math.max(0, goal.bytes - reached.bytes);
    noteLag(lag);
    if (lag === 0) return undefined;
    if (performance.now() - startedAt > CURRENT_MS) {
      return `it is behind the primary by ${lag} bytes`;
    }
    await delay(pauseMs);
  }
}

/** Reads a position and compares the clocks, without the wait for a connection. */
function measure(db: Db): Promise<Measurement> {
  return db.connection().execute(async (connection) => {
    const sentAt = performance.now();
    const position = await readLogPosition(connection);
    const clockOffsetMs = position.now.getTime() - (sentAt + performance.now()) / 2;
    return { ...position, clockOffsetMs };
  });
}

/** Returns why a database is not a usable standby of the primary, apart from being behind. */
export function findDifference(primary: Measurement, replica: Measurement): string | undefined {
  if (primary.isStandby) return "the primary is a standby itself";
  if (replica.systemId !== primary.systemId) return "it is not a copy of the primary";
  if (replica.databaseId !== primary.databaseId) return "it serves another database";
  if (!replica.isStandby) return "it is not a standby";
  // After a failover, a standby of the old primary can be ahead of the new one, with changes that were lost.
  if (replica.timeline !== primary.timeline) {
    return `it follows timeline ${replica.timeline}, the primary is on ${primary.timeline}`;
  }
  const aheadMs = replica.clockOffsetMs - primary.clockOffsetMs;
  if (Math.abs(aheadMs) <= MAX_CLOCK_ERROR_MS) return undefined;
  const direction = aheadMs > 0 ? "ahead of" : "behind";
  return `its clock is ${Math.abs(aheadMs / 1000).toFixed(1)} s ${direction} the primary's`;
}
