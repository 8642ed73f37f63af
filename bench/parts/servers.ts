import { captureResponse } from "../baselines/captured-response.ts";
import { startBare } from "../baselines/start-baseline.ts";
import { type Contender, measurePair } from "../measure.ts";
import { COMPARISON_HEAD, COMPARISON_NOTES, compareWithBaseline } from "../report/compare.ts";
import type { Row, Table } from "../report/table.ts";
import { findCaddy, startCaddy } from "../stage/caddy.ts";
import type { RunningServer } from "../stage/program.ts";
import type { Stage } from "../stage/stage.ts";
import { listAdIds, listPublicPaths } from "./addresses.ts";
import { type Part, typicalSize } from "./part.ts";

const SERVERS = 3;

const TABLE: Table = {
  title: `${SERVERS} servers behind Caddy`,
  notes:
    `${COMPARISON_NOTES} Requests go through deploy/Caddyfile without TLS, which has ${SERVERS} servers of the product or as ` +
    "many of bare node:http behind it. They share a core; Caddy's CPU time does not count.",
  head: COMPARISON_HEAD,
  rows: [],
};

export const servers: Part = {
  name: "servers",
  about:
    "three servers behind Caddy, if it is installed (CADDY_PATH), against bare node:http behind it",
  async measure(stage, options) {
    const caddy = findCaddy();
    if (!caddy) return [{ ...TABLE, notes: "Caddy is not installed." }];
    const database = await stage.databases.withAds(typicalSize(options));
    await using stops = new AsyncDisposableStack();
    const products = [];
    for (let n = 0; n < SERVERS; n++) {
      const product = await stage.startProduct(database);
      stops.defer(product.stop);
      products.push(product);
    }
    const front = await openFront(stage, caddy, products, stops);
    const [id = ""] = await listAdIds(database, 1);
    const rows: Row[] = [];
    for (const [name, path] of listPublicPaths(id)) {
      await using bareStops = new AsyncDisposableStack();
      const response = await captureResponse(products[0]?.port ?? 0, path);
      const bares = await Promise.all(products.map(() => startBare(response)));
      for (const bare of bares) bareStops.defer(bare.stop);
      const bareFront = await openFront(stage, caddy, bares, bareStops);
      const paths = [path];
      const measured = await measurePair(
        stage,
        { ...front, paths },
        { ...bareFront, paths },
        options,
      );
      rows.push(compareWithBaseline(name, ...measured));
    }
    return [{ ...TABLE, rows }];
  },
};

async function openFront(
  { folder }: Stage,
  caddy: string,
  servers: readonly RunningServer[],
  stops: AsyncDisposableStack,
): Promise<Pick<Contender, "port" | "pids">> {
  const ports = servers.map(({ port }) => port);
  const { port, stop } = await startCaddy(caddy, folder, ports);
  stops.defer(stop);
  return { port, pids: servers.map(({ pid }) => pid) };
}
