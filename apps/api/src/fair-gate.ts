import { FairQueue, type QueueKey } from "./fair-queue.ts";
import { gates, tooBusy } from "./gate.ts";

const RETRY_AFTER_SECONDS = 5;

export type FairGate = {
  /** Throws DomainError BUSY if `run` would. */
  ensureRoom(key: QueueKey): void;
  /** Whether the key's neighborhood recently used at most `lightMs` here, or a small share of its lane's usage. */
  isLight(key: QueueKey): boolean;
  /** How long a new caller would wait, by the recent duration of the work, in milliseconds. */
  predictWaitMs(key: QueueKey): number;
  run<T>(caller: Caller, work: () => Promise<T>): Promise<T>;
};

export type Caller = QueueKey & {
  /** Removes waiting work from the queue when it aborts. */
  closed?: AbortSignal;
  /** How long this caller can wait, if that is shorter than the gate's limit, in milliseconds. */
  maxWaitMs?: number;
  /** Releases the slot that the caller holds elsewhere, so that others do not wait for it. */
  releaseSlot?: () => void;
};

type Limits = {
  /** The name in {@link gates}. */
  name?: string;
  concurrency: number;
  /** How many can wait in each lane. */
  maxWaiting: number;
  /** How many of one neighborhood can wait in each lane. */
  maxWaitingPerNeighborhood: number;
  maxWaitMs: number;
  /** Neighborhoods that recently used at most this, or a small share of their lane's usage, all have the same priority. */
  lightMs?: number;
  /** How long a worker rests after a piece of work while others wait, as a multiple of the duration of that work. */
  restFactor: number;
  /** The rest shrinks down to this factor if the queue would otherwise take longer than `targetWaitMs`. */
  minRestFactor: number;
  targetWaitMs: number;
};

/** Work takes longer on a busy machine; the rest need not grow with it. */
const MAX_REST_MS = 100;

/** How much the newest piece of work counts in the average duration. */
const NEWEST_WEIGHT = 0.1;

/**
 * A piece of work counts as at most so many times the average or so many milliseconds. Otherwise a single pause of the
 * process would make every wait look long.
 */
const OUTLIER = { factor: 4, ms: 5 };

type Waiter = { start(): void; refuse(): void };

/**
 * Runs up to `concurrency` pieces of work at once and admits waiting callers fairly (see {@link FairQueue}). `run` throws
 * DomainError BUSY if the queue is full, after `maxWaitMs`, and if the caller disconnects. A newcomer to a full lane or a
 * full neighborhood may evict another waiter (see {@link FairQueue.findEvicted}).
 */
export function createFairGate(limits: Limits): FairGate {
  const waiting = new FairQueue<Waiter>(limits.lightMs);
  let running = 0;
  let refused = 0;
  // Per piece of work: several at once take longer, but no longer in total.
  let averageMs = 0;
  if (limits.name) {
    gates.set(limits.name, () => ({ running, waiting: waiting.size, refused }));
  }

  /** Returns the waiter that a newcomer evicts, if any. Throws DomainError BUSY if there is no room. */
  const findEvicted = (key: QueueKey): Waiter | undefined => {
    if (running < limits.concurrency) return undefined;
    const isCrowded = waiting.sizeOfNeighborhood(key) >= limits.maxWaitingPerNeighborhood;
    if (!isCrowded && waiting.sizeOf(key.lane) < limits.maxWaiting) return undefined;
    const evicted = waiting.findEvicted(key, isCrowded ? "neighborhood" : "lane");
    if (evicted) return evicted;
    refused++;
    throw tooBusy(RETRY_AFTER_SECONDS);
  };

  const waitForSlot = ({ closed, maxWaitMs = limits.maxWaitMs, ...key }: Caller): Promise<void> =>
    new Promise((resolve, reject) => {
      findEvicted(key)?.refuse();
      const leave = () => {
        clearTimeout(timer);
        closed?.removeEventListener("abort", abort);
        waiting.remove(key, waiter);
      };
      const abort = () => {
        leave();
        reject(tooBusy(RETRY_AFTER_SECONDS));
      };
      const waiter: Waiter = {
        start() {
          leave();
          resolve();
        },
        refuse() {
          refused++;
          abort();
        },
      };
      const timer = setTimeout(waiter.refuse, Math.min(maxWaitMs, limits.maxWaitMs));
      closed?.addEventListener("abort", abort);
      waiting.add(key, waiter);
    });

  const restAfter = (workMs: number) => {
    if (waiting.size === 0) return 0;
    const shareMs = (limits.targetWaitMs * limits.concurrency) / waiting.size;
    const affordable = Math.max(limits.minRestFactor * workMs, shareMs - workMs);
    return Math.min(limits.restFactor * workMs, affordable, MAX_REST_MS);
  };
  const leave = () => {
    const next = waiting.next();
    if (next) next.start();
    else running--;
  };

  return {
    ensureRoom: (key) => void findEvicted(key),
    isLight: (key) => waiting.isLight(key),
    predictWaitMs: (key) =>
      running < limits.concurrency ? 0 : (waiting.countAhead(key) + 1) * averageMs,
    async run(caller, work) {
      caller.releaseSlot?.();
      if (caller.closed?.aborted) throw tooBusy(RETRY_AFTER_SECONDS);
      if (running < limits.concurrency) running++;
      else await waitForSlot(caller);
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        const tookMs = performance.now() - startedAt;
        const countedMs = Math.min(
          tookMs / running,
          Math.max(OUTLIER.factor * averageMs, OUTLIER.ms),
        );
        averageMs += NEWEST_WEIGHT * (countedMs - averageMs);
        waiting.charge(caller, tookMs);
        const restMs = restAfter(tookMs);
        if (restMs > 0) setTimeout(leave, restMs);
        else leave();
      }
    },
  };
}
