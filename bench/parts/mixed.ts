import type { LoadResult, LoadTask } from "../load/load-task.ts";
import { readCpuUs, readPeakRssMb, readRssMb } from "../processes.ts";
import { atMost, type Goal } from "../report/goal.ts";
import { formatNumber, type Row } from "../report/table.ts";
import type { Product } from "../stage/product.ts";
import type { Stage } from "../stage/stage.ts";
import { drawVisits, inventAddresses } from "./mixed-addresses.ts";
import type { Part } from "./part.ts";

const MEMORY_MB = 64;
/** The largest heap of a server in production, in MB. */
const HEAP_MB = 192;
/** How much the memory may still grow during the second half of the distinct addresses, in MB. */
const LATE_GROWTH_MB = 32;
const CONNECTIONS = 16;
const VISITS = 100_000;
const BATCH = 50_000;
/** Most of the random addresses do not exist. */
const STATUSES = [200, 404];

export const mixed: Part = {
  name: "mixed",
  about: "mixed traffic on the largest database, then distinct random addresses",
  async measure(stage, { ads, minutes, addresses }) {
    const size = ads.at(-1) ?? 0;
    const database = await stage.databases.withAds(size);
    const product = await stage.startProduct(database, { RESPONSE_CACHE_MB: String(MEMORY_MB) });
    try {
      const startMb = readRssMb(product.pid);
      const limit = (peakMb: number) => atMost("growth MB", peakMb - startMb, MEMORY_MB + HEAP_MB);
      const visits = await watch(stage, product, [
        { paths: await drawVisits(database, VISITS), until: { ms: minutes * 60_000 } },
      ]);
      const halves = [
        await watch(stage, product, invent(addresses / 2)),
        await watch(stage, product, invent(addresses / 2)),
      ] as const;
      const late = halves[1].rssMb - halves[0].rssMb;
      const rows = [
        toRow(`mixed traffic, ${minutes} min`, visits, [limit(visits.peakMb)]),
        ...halves.map((half, n) =>
          toRow(`distinct addresses, half ${n + 1}`, half, [
            limit(half.peakMb),
            ...(n === 1 ? [atMost("late growth MB", late, LATE_GROWTH_MB)] : []),
          ]),
        ),
      ];
      const notes =
        `With ${formatNumber(size)} ads, RESPONSE_CACHE_MB=${MEMORY_MB} and ${formatNumber(addresses)} distinct addresses: ` +
        "unknown parameters, IDs and cursors. The popularity of pages, searches and listings in the mixed traffic follows Zipf's " +
        `law. After its start the server used ${formatNumber(startMb)} MB.`;
      const head = [
        "",
        "requests",
        "per second",
        "server µs",
        "p99 ms",
        "hits",
        "RSS MB",
        "peak MB",
      ];
      return [{ title: "Mixed traffic and distinct addresses", notes, head, rows }];
    } finally {
      await product.stop();
    }
  },
};

function* invent(count: number): Generator<Load> {
  for (let left = Math.ceil(count); left > 0; left -= BATCH) {
    yield { paths: inventAddresses(Math.min(BATCH, left)), until: { times: 1 } };
  }
}

type Load = Pick<LoadTask, "paths" | "until">;

type Watched = {
  responses: number;
  perSecond: number;
  serverUs: number;
  /** The highest of all loads. */
  p99Ms: number;
  /** The share of responses from memory; NaN if the server does not count them. */
  hitRate: number;
  /** At the end, and at most since the start of the server. */
  rssMb: number;
  peakMb: number;
};

/** Sends the loads one after the other. */
async function watch(stage: Stage, product: Product, loads: Iterable<Load>): Promise<Watched> {
  const { port, pid } = product;
  const before = await readCacheResults(product);
  const startUs = readCpuUs([pid]);
  const results: LoadResult[] = [];
  for (const load of loads) {
    const task = { port, connections: CONNECTIONS, ...load };
    results.push(await stage.load.run(task, STATUSES));
  }
  const after = await readCacheResults(product);
  const responses = results.reduce((sum, result) => sum + result.responses, 0);
  const hits = after.hits - before.hits;
  return {
    responses,
    perSecond: responses / results.reduce((sum, { seconds }) => sum + seconds, 0),
    serverUs: (readCpuUs([pid]) - startUs) / responses,
    p99Ms: Math.max(...results.map(({ p99Ms }) => p99Ms)),
    hitRate: hits / (hits + after.misses - before.misses),
    rssMb: readRssMb(pid),
    peakMb: readPeakRssMb(pid),
  };
}

/** Reads how many responses came from memory. Both are NaN if the server does not count them. */
async function readCacheResults({
  metricsPort,
}: Product): Promise<{ hits: number; misses: number }> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const read = (result: string) =>
    Number(
      new RegExp(
        `^studbook_response_cache_requests_total{[^}]*result="${result}"[^}]*} (\\S+)`,
        "m",
      ).exec(text)?.[1],
    );
  return { hits: read("hit"), misses: read("miss") };
}

function toRow(name: string, watched: Watched, goals: Goal[]): Row {
  const { responses, perSecond, serverUs, p99Ms, hitRate, rssMb, peakMb } = watched;
  const numbers = [responses, perSecond, serverUs].map((value) => formatNumber(value));
  const hits = Number.isNaN(hitRate) ? "-" : `${formatNumber(hitRate * 100, 1)}%`;
  const memory = [rssMb, peakMb].map((value) => formatNumber(value));
  return { cells: [name, ...numbers, formatNumber(p99Ms, 1), hits, ...memory], goals };
}
