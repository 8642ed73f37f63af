import { BoundedMap } from "./bounded-map.ts";

/** The processing time that each key has used recently. */
export type RecentUsage = {
  /** Milliseconds; 0 for a key that was never charged. */
  of(key: string): number;
  /** Returns a reader of usage at this instant. Usage decays, so values read at different times do not compare. */
  asOfNow(): (key: string) => number;
  charge(key: string, ms: number): void;
};

const HALF_LIFE_MS = 10 * 60_000;

/** Only the keys that were charged last are stored. */
const MAX_KEYS = 10_000;

/** @param now a monotonic clock in milliseconds */
export function createRecentUsage(now: () => number = () => performance.now()): RecentUsage {
  const usage = new BoundedMap<string, { ms: number; at: number }>(MAX_KEYS);
  const usageAt = (key: string, at: number) => {
    const entry = usage.get(key);
    return entry ? entry.ms * 2 ** ((entry.at - at) / HALF_LIFE_MS) : 0;
  };
  return {
    of: (key) => usageAt(key, now()),
    asOfNow() {
      const at = now();
      return (key) => usageAt(key, at);
    },
    charge(key, ms) {
      usage.set(key, { ms: usageAt(key, now()) + ms, at: now() });
    },
  };
}
