import { NewestMap } from "./newest-map.ts";

/** The time that each of many has used lately. */
export type UsedTime = {
  /** Milliseconds; 0 for one that was never charged. */
  of(key: string): number;
  /** The same for several, all as of one moment: used time decays, so what is read later is less and does not compare. */
  asOfNow(): (key: string) => number;
  charge(key: string, ms: number): void;
};

/** Time that was used counts half after this. */
const HALF_LIFE_MS = 10 * 60_000;

/** How many are remembered, those that were charged last. */
const MOST_KEYS = 10_000;

/** @param now milliseconds that only grow */
export function createUsedTime(now: () => number = () => performance.now()): UsedTime {
  const used = new NewestMap<string, { ms: number; at: number }>(MOST_KEYS);
  const usedBy = (key: string, at: number) => {
    const found = used.get(key);
    return found ? found.ms * 2 ** ((found.at - at) / HALF_LIFE_MS) : 0;
  };
  return {
    of: (key) => usedBy(key, now()),
    asOfNow() {
      const at = now();
      return (key) => usedBy(key, at);
    },
    charge(key, ms) {
      used.set(key, { ms: usedBy(key, now()) + ms, at: now() });
    },
  };
}
