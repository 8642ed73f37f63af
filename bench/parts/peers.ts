import { measureInTurn } from "../measure.ts";
import { directusSearch, findDirectus, startDirectus } from "../peers/directus.ts";
import { COMPARISON_HEAD, COMPARISON_NOTES, compareWithBaseline } from "../report/compare.ts";
import type { Row, Table } from "../report/table.ts";
import { listPlaces, MISSED_ADDRESSES, restSearch } from "./addresses.ts";
import { type Part, typicalSize } from "./part.ts";

const TABLE: Table = {
  title: "The same list from Directus",
  notes:
    `${COMPARISON_NOTES} Both return a page of 24 ads of a breed and state with their exact number, from the same data and ` +
    "PostgreSQL, for each of 1,000 pairs in turn: too many for a response cache of 1 MB. Directus has its default settings.",
  head: COMPARISON_HEAD,
  rows: [],
};

export const peers: Part = {
  name: "peers",
  about: "a list with its exact count against Directus, if it is installed (bench/peers/README.md)",
  async measure(stage, options) {
    const folder = findDirectus(stage.folder);
    if (!folder) {
      return [
        { ...TABLE, notes: "Directus is not installed. See [peers/README.md](peers/README.md)." },
      ];
    }
    const database = await stage.databases.withAds(typicalSize(options));
    await using stops = new AsyncDisposableStack();
    const copy = await stage.databases.copy(database, "peer_directus");
    const directus = await startDirectus(folder, copy);
    stops.defer(directus.stop);
    const product = await stage.startProduct(database);
    stops.defer(product.stop);
    const uncached = await stage.startProduct(database, { RESPONSE_CACHE_MB: "1" });
    stops.defer(uncached.stop);
    const places = (await listPlaces(database)).slice(0, MISSED_ADDRESSES);
    const paths = places.map(restSearch);
    const [peer, served, missed] = await measureInTurn(
      stage,
      [
        { port: directus.port, pids: [directus.pid], paths: places.map(directusSearch) },
        { port: product.port, pids: [product.pid], paths },
        { port: uncached.port, pids: [uncached.pid], paths },
      ],
      options,
    );
    if (!peer || !served || !missed) throw new Error("All three must be measured");
    const rows: Row[] = [
      compareWithBaseline("from memory", served, peer, { ratio: 100 }),
      compareWithBaseline("not from memory", missed, peer, { ratio: 14 }),
    ];
    return [{ ...TABLE, rows }];
  },
};
