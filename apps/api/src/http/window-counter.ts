type Window = { n: number; endsAt: number };

/** The count of a key in its current window. */
export type Count = { n: number; secondsLeft: number };

/** About 15 MB at most. */
const MAX_KEYS = 100_000;

/**
 * Counts by key in fixed windows of `lengthMs`. A key's window starts with its first count. Only the newest `maxKeys`
 * windows are stored, so that millions of addresses cannot exhaust the memory. `now` returns milliseconds of a clock that
 * is never set, so that a correction of the machine's clock neither ends a window nor extends it.
 */
export function createWindowCounter(
  lengthMs: number,
  { maxKeys = MAX_KEYS, now = readSteadyClock }: { maxKeys?: number; now?: () => number } = {},
): { count: (key: string, cost: number) => Count; readonly size: number } {
  // Ordered by the start of the window.
  const windows = new Map<string, Window>();
  return {
    count(key, cost) {
      const time = now();
      let window = windows.get(key);
      if (!window || window.endsAt <= time) {
        windows.delete(key);
        window = { n: 0, endsAt: time + lengthMs };
        windows.set(key, window);
        dropOldest(windows, maxKeys, time);
      }
      window.n += cost;
      return { n: window.n, secondsLeft: Math.ceil((window.endsAt - time) / 1000) };
    },
    get size() {
      return windows.size;
    },
  };
}

/** In whole milliseconds, so that seconds are not rounded up because of a fraction. */
const readSteadyClock = () => Math.floor(performance.now());

/** Drops expired windows, and the oldest ones beyond `maxKeys`. */
function dropOldest(windows: Map<string, Window>, maxKeys: number, time: number): void {
  for (const [key, { endsAt }] of windows) {
    if (endsAt > time && windows.size <= maxKeys) return;
    windows.delete(key);
  }
}
