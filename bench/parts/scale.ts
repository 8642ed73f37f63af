import { measureInTurn } from "../measure.ts";
import type { Options } from "../options.ts";
import { totalUs } from "../report/compare.ts";
import { atLeast, atMost } from "../report/goal.ts";
import { formatNumber, formatSpread, type Row, type Table } from "../report/table.ts";
import { median, ratioOf } from "../spread.ts";
import type { Database } from "../stage/databases.ts";
import type { Product } from "../stage/product.ts";
import type { Stage } from "../stage/stage.ts";
import { findDeepCursor, listAdIds, listPlaces, restSearch } from "./addresses.ts";
import type { Part } from "./part.ts";

const BREED_AND_STATE = "breed and state";
/** The most frequent filters are used in turn. All of them find a full page, also among few ads. */
const FILTERS = 20;
const IDS = 200;

type Site = { ads: number; product: Product; requests: Map<string, readonly string[]> };

export const scale: Part = {
  name: "scale",
  about: "the growth of the cost with the number of ads, without the response cache",
  async measure(stage, options) {
    const sites: Site[] = [];
    try {
      for (const ads of options.ads) {
        const database = await stage.databases.withAds(ads);
        const product = await stage.startProduct(database, { RESPONSE_CACHE_MB: "0" });
        sites.push({ ads, product, requests: await listRequests(database) });
      }
      const rows: Row[] = [];
      for (const name of sites[0]?.requests.keys() ?? []) {
        rows.push(await compareSites(stage, sites, name, options));
      }
      return [toTable(sites, rows)];
    } finally {
      for (const { product } of sites) await product.stop();
    }
  },
};

async function listRequests(database: Database): Promise<Map<string, readonly string[]>> {
  const places = (await listPlaces(database)).slice(0, FILTERS);
  const ids = await listAdIds(database, IDS);
  return new Map([
    [BREED_AND_STATE, places.map(restSearch)],
    ["breed", unique(places.map(({ breed }) => restSearch({ breed })))],
    ["state", unique(places.map(({ state }) => restSearch({ state })))],
    ["all", [restSearch({})]],
    ["a next page of all", [restSearch({ cursor: await findDeepCursor(database) })]],
    ["one ad", ids.map((id) => `/api/ads/${id}`)],
    ["page /search", ["/search"]],
  ]);
}

const unique = (paths: readonly string[]) => [...new Set(paths)];

async function compareSites(
  stage: Stage,
  sites: readonly Site[],
  name: string,
  options: Options,
): Promise<Row> {
  const contenders = sites.map(({ product, requests }) => ({
    port: product.port,
    pids: [product.pid],
    paths: requests.get(name) ?? [],
  }));
  const measured = await measureInTurn(stage, contenders, options);
  const [smallest, largest] = [measured[0], measured.at(-1)];
  if (!smallest || !largest) throw new Error("No size was measured");
  const growth = ratioOf(largest.databaseUs, smallest.databaseUs);
  const throughput = ratioOf(totalUs(smallest), totalUs(largest));
  return {
    cells: [
      name,
      formatSpread(growth),
      measured.map(({ databaseUs }) => formatNumber(median(databaseUs))).join(" / "),
      formatSpread(throughput),
      measured.map((one) => formatNumber(median(totalUs(one)))).join(" / "),
      formatSpread(ratioOf(largest.perSecond, smallest.perSecond)),
      measured.map(({ p99Ms }) => formatNumber(median(p99Ms), 1)).join(" / "),
    ],
    goals: [
      atMost("growth", growth.median, name === BREED_AND_STATE ? 1.7 : 1.1),
      atLeast("ratio", throughput.median, 0.85),
    ],
  };
}

function toTable(sites: readonly Site[], rows: readonly Row[]): Table {
  const sizes = sites.map(({ ads }) => formatNumber(ads)).join(" / ");
  return {
    title: `Growth with the number of ads: ${sizes}`,
    notes:
      "CPU times are per request. The growth is the database's CPU time with the most ads divided by that with the fewest. " +
      "The ratio by CPU is the reverse for server and database together. The response cache is off.",
    head: [
      "",
      "growth",
      "database µs",
      "ratio by CPU",
      "total µs",
      "ratio of throughput",
      "p99 ms",
    ],
    rows,
  };
}
