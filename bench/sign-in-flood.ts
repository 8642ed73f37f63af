import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import autocannon from "autocannon";
import { median } from "./spread.ts";

const BASE_URL = process.env.BASE_URL ?? "http://localhost:3000";
const SEARCH = "/api/ads?limit=24";
const SEARCHERS = 10;
const FLOODERS = 64;
const SETTLE_MS = 1000;

const { values: flags } = parseArgs({
  options: {
    runs: { type: "string", default: "7" },
    seconds: { type: "string", default: "8" },
    rate: { type: "string", default: "100" },
  },
});
const RUNS = Number(flags.runs);
const SECONDS = Number(flags.seconds);
/** Sign-ins per second. The default is three times what two idle cores can verify. */
const FLOOD_RATE = Number(flags.rate);

type Search = { perSecond: number; p99Ms: number };
type Statuses = Record<string, number>;

/**
 * Measures the effect of a flood of sign-ins on search. Runs search alternately alone and during the flood, on
 * the server at BASE_URL, which must not have rate limits. Prints the ratios of the medians.
 */
async function main(): Promise<void> {
  await search(2);
  const alone: Search[] = [];
  const flooded: Search[] = [];
  const statuses: Statuses = {};
  for (let run = 0; run < RUNS; run++) {
    const inTurn = [
      async () => alone.push(await search(SECONDS)),
      async () => flooded.push(await searchUnderFlood(statuses)),
    ];
    for (const measure of run % 2 ? inTurn.reverse() : inTurn) await measure();
    const [lastAlone, lastFlooded] = [alone.at(-1), flooded.at(-1)];
    if (lastAlone && lastFlooded) report(`run ${run + 1}`, lastAlone, lastFlooded);
  }
  report(`medians of ${RUNS}`, medianOf(alone), medianOf(flooded));
  process.stdout.write(`statuses of the sign-ins: ${JSON.stringify(statuses)}\n`);
}

function report(label: string, alone: Search, flooded: Search): void {
  const throughput = (flooded.perSecond / alone.perSecond).toFixed(2);
  const p99 = (flooded.p99Ms / alone.p99Ms).toFixed(2);
  process.stdout.write(
    `${label}: throughput ${throughput} (${flooded.perSecond.toFixed(0)} instead of ${alone.perSecond.toFixed(0)} per second), ` +
      `p99 ${p99} (${flooded.p99Ms} instead of ${alone.p99Ms} ms)\n`,
  );
}

async function search(duration: number): Promise<Search> {
  const { requests, latency, non2xx, errors } = await autocannon({
    url: BASE_URL + SEARCH,
    connections: SEARCHERS,
    duration,
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} searches failed`);
  return { perSecond: requests.average, p99Ms: latency.p99 };
}

async function searchUnderFlood(statuses: Statuses): Promise<Search> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const options = {
    url: `${BASE_URL}/api/login`,
    method: "POST",
    headers: { "content-type": "application/json" },
    // An unknown username per run, so that every attempt computes a hash.
    body: JSON.stringify({ username: `flood-${randomUUID()}`, password: "not-the-password" }),
    connections: FLOODERS,
    overallRate: FLOOD_RATE,
    duration: SECONDS + 60,
  } as const;
  const flood = autocannon(options, () => end());
  flood.on("response", (_client, status) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
  });
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  try {
    return await search(SECONDS);
  } finally {
    flood.stop();
    await ended;
  }
}

function medianOf(runs: Search[]): Search {
  return {
    perSecond: median(runs.map((run) => run.perSecond)),
    p99Ms: median(runs.map((run) => run.p99Ms)),
  };
}

await main();
