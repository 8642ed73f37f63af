import { networksOf, SITE_FACTOR } from "../http/network.ts";
import { createWindowCounter } from "../http/window-counter.ts";

/** How many refusals of one kind one network is told of in a minute, a line each; an IPv6 /48 has ten times as many. */
const MOST_LINES = 10;
const MINUTE_MS = 60_000;
const REFUSALS = new Set([404, 405, 429]);
/** What is remembered until it is told, and how much of it that is. */
const MOST_NETWORKS = 1000;
const MOST_TOLD = 10;

/** The refusals without a line since they were last told: how many, and of whom most. */
type UntoldRefusals = { refused: number; networks: { network: string; refused: number }[] };

type RefusalLines = {
  /** Whether an answer gets a line. One that does not is counted. */
  isTold(status: number, address: string): boolean;
  /** What was counted since this was last asked, or undefined if nothing was. */
  takeUntold(): UntoldRefusals | undefined;
};

/**
 * Keeps a flood of refusals, which cost their sender nothing, from pushing everything else out of the logs. Other
 * answers are as many as the limits of requests let there be.
 */
export function createRefusalLines(): RefusalLines {
  const windows = createWindowCounter(MINUTE_MS);
  let untold = new Map<string, number>();
  let refused = 0;
  return {
    isTold(status, address) {
      if (!REFUSALS.has(status)) return true;
      const { own, site } = networksOf(address);
      const ofOwn = windows.count(`${status} ${own}`, 1).n;
      const ofSite = site === undefined ? 0 : windows.count(`${status} ${site}`, 1).n;
      if (ofOwn <= MOST_LINES && ofSite <= MOST_LINES * SITE_FACTOR) return true;
      refused++;
      if (untold.has(own) || untold.size < MOST_NETWORKS) {
        untold.set(own, (untold.get(own) ?? 0) + 1);
      }
      return false;
    },
    takeUntold() {
      if (refused === 0) return undefined;
      const networks = [...untold]
        .sort(([, a], [, b]) => b - a)
        .slice(0, MOST_TOLD)
        .map(([network, n]) => ({ network, refused: n }));
      const taken = { refused, networks };
      untold = new Map();
      refused = 0;
      return taken;
    },
  };
}
