import { networksOf, SITE_FACTOR } from "../http/network.ts";
import { createWindowCounter } from "../http/window-counter.ts";

/** How many refusals of each status are logged per network and minute; ten times as many per IPv6 /48. */
const MAX_LINES = 10;
const MINUTE_MS = 60_000;
const REFUSALS = new Set([404, 405, 429]);
/** How many networks are counted between two summaries, and how many of them a summary lists. */
const MAX_NETWORKS = 1000;
const MAX_LISTED = 10;

/** The refusals that were not logged since the last summary, and the networks with the most of them. */
type SuppressedRefusals = { refused: number; networks: { network: string; refused: number }[] };

type RefusalLogLimiter = {
  /** Whether a response should be logged. Counts it otherwise. */
  shouldLog(status: number, address: string): boolean;
  /** Returns and resets the counts, or returns undefined if nothing was suppressed. */
  takeSuppressed(): SuppressedRefusals | undefined;
};

/**
 * Keeps a flood of refusals, which cost their sender nothing, from filling the logs. The number of other responses is
 * bounded by the rate limits.
 */
export function createRefusalLogLimiter(): RefusalLogLimiter {
  const windows = createWindowCounter(MINUTE_MS);
  let suppressed = new Map<string, number>();
  let refused = 0;
  return {
    shouldLog(status, address) {
      if (!REFUSALS.has(status)) return true;
      const { network, site } = networksOf(address);
      const networkCount = windows.count(`${status} ${network}`, 1).n;
      const siteCount = site === undefined ? 0 : windows.count(`${status} ${site}`, 1).n;
      if (networkCount <= MAX_LINES && siteCount <= MAX_LINES * SITE_FACTOR) return true;
      refused++;
      if (suppressed.has(network) || suppressed.size < MAX_NETWORKS) {
        suppressed.set(network, (suppressed.get(network) ?? 0) + 1);
      }
      return false;
    },
    takeSuppressed() {
      if (refused === 0) return undefined;
      const networks = [...suppressed]
        .sort(([, a], [, b]) => b - a)
        .slice(0, MAX_LISTED)
        .map(([network, n]) => ({ network, refused: n }));
      const taken = { refused, networks };
      suppressed = new Map();
      refused = 0;
      return taken;
    },
  };
}
