import { createRecentUsage } from "../recent-usage.ts";

/** Who uploads a photo. */
export type Uploader = {
  userId: string;
  /** Without an active membership: such accounts cost nothing to create. */
  isFree: boolean;
  /** The address range around the uploader, which one customer of an internet provider often controls. */
  neighborhood: string;
};

/**
 * Runs one piece of work at a time. Alternates between members and free accounts. Among members, the one with the
 * least recent decoding time goes first; among free accounts, the neighborhood, then the account.
 */
export type DecodeQueue = {
  /**
   * Waits for its turn, then runs `work`.
   *
   * @throws the reason of `signal` if it is aborted before the work starts
   */
  run<T>(uploader: Uploader, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Recent decoding time of a member, or of a free account's neighborhood, in milliseconds. */
  usedMs(uploader: Uploader): number;
  countRunning(): number;
  countWaiting(): number;
};

type Waiting = Uploader & { start: () => void };

/**
 * Does not limit how many wait; callers do. It balances time instead of photos, because a costly photo takes ten times
 * as long as a typical one.
 *
 * @param now a monotonic clock in milliseconds
 */
export function createDecodeQueue(now: () => number = () => performance.now()): DecodeQueue {
  // In order of arrival.
  const waiting = new Set<Waiting>();
  const used = createRecentUsage(now);
  let isRunning = false;
  let isFreeNext = false;

  function wait(uploader: Uploader, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const entry = { ...uploader, start: resolve };
      waiting.add(entry);
      const giveUp = () => {
        if (waiting.delete(entry)) reject(signal?.reason);
      };
      signal?.addEventListener("abort", giveUp, { once: true });
    });
  }

  function findNext(isFree: boolean): Waiting | undefined {
    let next: Waiting | undefined;
    let least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] as const;
    const usedBy = used.asOfNow();
    for (const entry of waiting) {
      if (entry.isFree !== isFree) continue;
      const ms = [isFree ? usedBy(entry.neighborhood) : 0, usedBy(entry.userId)] as const;
      if (ms[0] < least[0] || (ms[0] === least[0] && ms[1] < least[1])) [next, least] = [entry, ms];
    }
    return next;
  }

  function startNext(): void {
    const next = findNext(isFreeNext) ?? findNext(!isFreeNext);
    if (next) {
      isFreeNext = !next.isFree;
      waiting.delete(next);
      next.start();
    } else isRunning = false;
  }

  return {
    countRunning: () => (isRunning ? 1 : 0),
    countWaiting: () => waiting.size,
    usedMs: ({ userId, isFree, neighborhood }) => used.of(isFree ? neighborhood : userId),
    async run(uploader, work, signal) {
      signal?.throwIfAborted();
      if (isRunning) await wait(uploader, signal);
      isRunning = true;
      const startedAt = now();
      try {
        return await work();
      } finally {
        used.charge(uploader.userId, now() - startedAt);
        if (uploader.isFree) used.charge(uploader.neighborhood, now() - startedAt);
        startNext();
      }
    },
  };
}
