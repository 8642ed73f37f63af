import { createUsedTime } from "../used-time.ts";

/** Lets one piece of work run at a time; whoever has used the least time lately comes first. */
export type Turns = {
  /**
   * Runs `work` when it is the turn of `key`.
   *
   * @throws the reason of `signal`, if it is aborted before the work begins
   */
  run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  countRunning(): number;
  countWaiting(): number;
};

type Waiting = { key: string; begin: () => void };
/**
 * It does not limit how many wait: its callers do. Time is shared rather than turns, because a costly photo takes ten
 * times as long as a usual one.
 *
 * @param now milliseconds that only grow
 */
export function createTurns(now: () => number = () => performance.now()): Turns {
  // In the order in which they came.
  const waiting = new Set<Waiting>();
  const used = createUsedTime(now);
  let isRunning = false;

  function wait(key: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const place = { key, begin: resolve };
      waiting.add(place);
      const giveUp = () => {
        if (waiting.delete(place)) reject(signal?.reason);
      };
      signal?.addEventListener("abort", giveUp, { once: true });
    });
  }

  function passOn(): void {
    let next: Waiting | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const place of waiting) {
      const ms = used.of(place.key);
      if (ms < least) [next, least] = [place, ms];
    }
    if (next) {
      waiting.delete(next);
      next.begin();
    } else isRunning = false;
  }

  return {
    countRunning: () => (isRunning ? 1 : 0),
    countWaiting: () => waiting.size,
    async run(key, work, signal) {
      signal?.throwIfAborted();
      if (isRunning) await wait(key, signal);
      isRunning = true;
      const startedAt = now();
      try {
        return await work();
      } finally {
        used.charge(key, now() - startedAt);
        passOn();
      }
    },
  };
}
