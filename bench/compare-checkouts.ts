import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { fillRecords } from "./fill-records.ts";
import { measurePair } from "./measure.ts";
import { listAdIds, listPlaces, restSearch, trpcSearch } from "./parts/addresses.ts";
import { ratioOf, type Spread, spreadOf } from "./spread.ts";
import { openStage } from "./stage/stage.ts";

const ADDRESSES = 200;
const UNCACHED = { RESPONSE_CACHE_MB: "0" };

/**
 * Compares the CPU time per response of this checkout's server with that of another built checkout, whose folder is the
 * argument. Responses are not stored. Prints microseconds, and how many times as many responses the server can send. With
 * `--only`, it measures only the kinds whose name contains this text, and with `--records`, every ad has a record.
 */
async function main(): Promise<void> {
  const { values: flags, positionals } = parseArgs({
    options: {
      ads: { type: "string", default: "10000" },
      rounds: { type: "string", default: "5" },
      seconds: { type: "string", default: "2" },
      only: { type: "string", default: "" },
      records: { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  const [checkout] = positionals;
  if (!checkout) throw new Error("Name the folder of the checkout to compare with");
  const file = pathToFileURL(resolve(checkout, "scripts/server.ts")).href;
  const other: typeof import("@studbook/scripts/server") = await import(file);
  await using stops = new AsyncDisposableStack();
  const stage = await openStage();
  stops.defer(stage.close);
  const without = await stage.databases.withAds(Number(flags.ads));
  const database = flags.records ? await stage.databases.copy(without, "with_records") : without;
  if (flags.records) await fillRecords(database);
  const mine = await stage.startProduct(database, UNCACHED);
  stops.defer(mine.stop);
  const theirs = await stage.startProduct(database, UNCACHED, other.startServer);
  stops.defer(theirs.stop);
  const places = (await listPlaces(database)).slice(0, ADDRESSES);
  const ids = await listAdIds(database, ADDRESSES);
  const rounds = { rounds: Number(flags.rounds), seconds: Number(flags.seconds) };
  const kinds: [name: string, paths: string[]][] = [
    ["REST search", places.map(restSearch)],
    ["tRPC search", places.map(trpcSearch)],
    ["REST ad", ids.map((id) => `/api/ads/${id}`)],
    ["page /search", places.map((place) => `/search?${new URLSearchParams(place)}`)],
    ["page /ad", ids.map((id) => `/ad/${id}`)],
    ["page /", ["/"]],
  ];
  for (const [name, paths] of kinds.filter(([kind]) => kind.includes(flags.only))) {
    const [own, base] = await measurePair(
      stage,
      { port: mine.port, pids: [mine.pid], paths },
      { port: theirs.port, pids: [theirs.pid], paths },
      rounds,
    );
    const times = `${format(spreadOf(own.serverUs), 0)} of ${format(spreadOf(base.serverUs), 0)} us`;
    const gain = format(ratioOf(base.serverUs, own.serverUs), 2);
    process.stdout.write(`${name.padEnd(14)} ${times}, ${gain} times as many\n`);
  }
}

function format({ median, min, max }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${min.toFixed(digits)} to ${max.toFixed(digits)})`;
}

await main();
