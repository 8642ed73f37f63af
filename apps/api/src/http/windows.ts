type Window = { n: number; endsAt: number };

/** What was counted under a key in its current window. */
export type Count = { n: number; secondsLeft: number };

/** About 15 MB at most. */
const MOST_KEYS = 100_000;

/**
 * Counts by key in windows of `lengthMs`, each of which begins with its first count. At most `mostKeys` are
 * remembered: beyond, the oldest window is forgotten, so that millions of addresses cost no more memory.
 */
export function createWindows(
  lengthMs: number,
  { mostKeys = MOST_KEYS, now = Date.now }: { mostKeys?: number; now?: () => number } = {},
): { count: (key: string, cost: number) => Count; readonly size: number } {
  // In the order in which the windows began.
  const windows = new Map<string, Window>();
  return {
    count(key, cost) {
      const time = now();
      let window = windows.get(key);
      if (!window || window.endsAt <= time) {
        windows.delete(key);
        window = { n: 0, endsAt: time + lengthMs };
        windows.set(key, window);
        forgetOldest(windows, mostKeys, time);
      }
      window.n += cost;
      return { n: window.n, secondsLeft: Math.ceil((window.endsAt - time) / 1000) };
    },
    get size() {
      return windows.size;
    },
  };
}

/** Those that have ended, and those that are too many. */
function forgetOldest(windows: Map<string, Window>, mostKeys: number, time: number): void {
  for (const [key, { endsAt }] of windows) {
    if (endsAt > time && windows.size <= mostKeys) return;
    windows.delete(key);
  }
}
