import { captureResponse } from "../baselines/captured-response.ts";
import { startBare } from "../baselines/start-baseline.ts";
import { type Contender, measurePair } from "../measure.ts";
import type { Options } from "../options.ts";
import { readRssMb } from "../processes.ts";
import {
  COMPARISON_HEAD,
  COMPARISON_NOTES,
  compareWithBaseline,
  type Limits,
} from "../report/compare.ts";
import { atLeast } from "../report/goal.ts";
import { formatNumber, type Row } from "../report/table.ts";
import type { Product } from "../stage/product.ts";
import type { Stage } from "../stage/stage.ts";
import { createWriter } from "../stage/writer.ts";
import { BUSIEST, listAdIds, listPublicPaths } from "./addresses.ts";
import { type Part, typicalSize } from "./part.ts";

const HEAD = [...COMPARISON_HEAD, "RSS MB"];
/** The product's 304 may take 1.1 times the CPU time of the baseline's 200. */
const NOT_MODIFIED_RATIO = 0.91;

export const memory: Part = {
  name: "memory",
  about:
    "responses from the response cache against bare node:http, also during 10 writes per second",
  async measure(stage, options) {
    const database = await stage.databases.withAds(typicalSize(options));
    const product = await stage.startProduct(database);
    const writer = await createWriter(database, `http://127.0.0.1:${product.port}`, BUSIEST);
    const compare = (row: Comparison) => compareWithBare(stage, product, row, options);
    try {
      const [id = ""] = await listAdIds(database, 1);
      const quiet: Row[] = [];
      const busy: Row[] = [];
      for (const [name, path] of listPublicPaths(id)) {
        quiet.push(await compare({ name, path, limits: { ratio: 0.7, p99: 2 } }));
        const limits = { ratio: 0.6, p99: path === "/search" ? 3 : 2 };
        busy.push(await compare({ name, path, limits, during: writer.start }));
      }
      quiet.push(await compareNotModified(stage, product, options));
      const notes = `${COMPARISON_NOTES} The baseline is bare node:http with the same headers and bytes.`;
      return [
        { title: "Responses from memory", notes, head: HEAD, rows: quiet },
        {
          title: "Responses from memory during 10 writes per second",
          notes:
            "The same, while a Premium member lists, edits and deletes dogs of the searched breed and state through the " +
            "server, which counts as its CPU time. Nobody writes during the baseline's rounds.",
          head: HEAD,
          rows: busy,
        },
      ];
    } finally {
      await writer.close();
      await product.stop();
    }
  },
};

type Comparison = Pick<Contender, "headers" | "status" | "during"> & {
  name: string;
  path: string;
  limits: Limits;
};

async function compareWithBare(
  stage: Stage,
  product: Product,
  { name, path, limits, ...rest }: Comparison,
  options: Options,
): Promise<Row> {
  const bare = await startBare(await captureResponse(product.port, path));
  try {
    const paths = [path];
    const measured = await measurePair(
      stage,
      { port: product.port, pids: [product.pid], paths, isPolled: true, ...rest },
      { port: bare.port, pids: [bare.pid], paths, isPolled: true },
      options,
    );
    const { cells, goals } = compareWithBaseline(name, ...measured, limits);
    return { cells: [...cells, formatNumber(readRssMb(product.pid))], goals };
  } finally {
    await bare.stop();
  }
}

/** Compares the product's 304 of the home page with the baseline's 200. */
async function compareNotModified(stage: Stage, product: Product, options: Options): Promise<Row> {
  const name = "304 of page /";
  const { headers } = await captureResponse(product.port, "/");
  const [, etag] = headers.find(([header]) => header.toLowerCase() === "etag") ?? [];
  if (!etag) {
    const cells = [`${name}: it has no ETag`, ...HEAD.slice(1).map(() => "-")];
    return { cells, goals: [atLeast("ratio", Number.NaN, NOT_MODIFIED_RATIO)] };
  }
  const conditional = { path: "/", headers: { "if-none-match": etag }, status: 304 };
  const limits = { ratio: NOT_MODIFIED_RATIO };
  return await compareWithBare(stage, product, { name, limits, ...conditional }, options);
}
