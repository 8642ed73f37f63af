import { createRecentUsage } from "../recent-usage.ts";

/** Whose work it is. */
export type Worker = {
  userId: string;
  /** Without a running membership: an account that costs nothing to have. */
  isFree: boolean;
  /** The networks around, which one customer of a provider often has together. */
  neighborhood: string;
};

/**
 * Lets one piece of work run at a time. Members and free accounts come in turn, however many wait of either. First
 * comes who has used the least time lately: among members the member, among free accounts the neighborhood, then the
 * account.
 */
export type Turns = {
  /**
   * Runs `work` when it is its turn.
   *
   * @throws the reason of `signal`, if it is aborted before the work begins
   */
  run<T>(worker: Worker, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** The time that a member, or the neighborhood of a free account, has used lately, in milliseconds. */
  usedMs(worker: Worker): number;
  countRunning(): number;
  countWaiting(): number;
};

type Waiting = Worker & { begin: () => void };

/**
 * It does not limit how many wait: its callers do. Time is shared rather than turns, because a costly photo takes ten
 * times as long as a usual one.
 *
 * @param now milliseconds that only grow
 */
export function createTurns(now: () => number = () => performance.now()): Turns {
  // In the order in which they came.
  const waiting = new Set<Waiting>();
  const used = createRecentUsage(now);
  let isRunning = false;
  let isTurnOfFree = false;

  function wait(worker: Worker, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const place = { ...worker, begin: resolve };
      waiting.add(place);
      const giveUp = () => {
        if (waiting.delete(place)) reject(signal?.reason);
      };
      signal?.addEventListener("abort", giveUp, { once: true });
    });
  }

  function findNext(isFree: boolean): Waiting | undefined {
    let next: Waiting | undefined;
    let least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] as const;
    const usedBy = used.asOfNow();
    for (const place of waiting) {
      if (place.isFree !== isFree) continue;
      const ms = [isFree ? usedBy(place.neighborhood) : 0, usedBy(place.userId)] as const;
      if (ms[0] < least[0] || (ms[0] === least[0] && ms[1] < least[1])) [next, least] = [place, ms];
    }
    return next;
  }

  function passOn(): void {
    const next = findNext(isTurnOfFree) ?? findNext(!isTurnOfFree);
    if (next) {
      isTurnOfFree = !next.isFree;
      waiting.delete(next);
      next.begin();
    } else isRunning = false;
  }

  return {
    countRunning: () => (isRunning ? 1 : 0),
    countWaiting: () => waiting.size,
    usedMs: ({ userId, isFree, neighborhood }) => used.of(isFree ? neighborhood : userId),
    async run(worker, work, signal) {
      signal?.throwIfAborted();
      if (isRunning) await wait(worker, signal);
      isRunning = true;
      const startedAt = now();
      try {
        return await work();
      } finally {
        used.charge(worker.userId, now() - startedAt);
        if (worker.isFree) used.charge(worker.neighborhood, now() - startedAt);
        passOn();
      }
    },
  };
}
