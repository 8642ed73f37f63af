import { startHandWritten } from "../baselines/start-baseline.ts";
import { measurePair } from "../measure.ts";
import { COMPARISON_HEAD, COMPARISON_NOTES, compareWithBaseline } from "../report/compare.ts";
import type { Row } from "../report/table.ts";
import { listAdIds, listPlaces, MISSED_ADDRESSES, restSearch, trpcSearch } from "./addresses.ts";
import { type Part, typicalSize } from "./part.ts";

export const misses: Part = {
  name: "misses",
  about: "responses that are not in memory against hand-written Fastify and pg",
  async measure(stage, options) {
    const database = await stage.databases.withAds(typicalSize(options));
    const product = await stage.startProduct(database, { RESPONSE_CACHE_MB: "1" });
    const handWritten = await startHandWritten(database.url);
    try {
      const places = (await listPlaces(database)).slice(0, MISSED_ADDRESSES);
      const searches = places.map(restSearch);
      const ads = (await listAdIds(database, MISSED_ADDRESSES)).map((id) => `/api/ads/${id}`);
      const comparisons = [
        { name: "REST search", limits: { ratio: 0.8 }, paths: searches, baselinePaths: searches },
        {
          name: "tRPC search",
          limits: { ratio: 0.6 },
          paths: places.map(trpcSearch),
          baselinePaths: searches,
        },
        { name: "REST ad", limits: { ratio: 0.5 }, paths: ads, baselinePaths: ads },
      ];
      const rows: Row[] = [];
      for (const { name, limits, paths, baselinePaths } of comparisons) {
        const measured = await measurePair(
          stage,
          { port: product.port, pids: [product.pid], paths },
          { port: handWritten.port, pids: [handWritten.pid], paths: baselinePaths },
          options,
        );
        rows.push(compareWithBaseline(name, ...measured, limits));
      }
      const notes =
        `${COMPARISON_NOTES} The response cache drops each response before it is requested again. The baseline is Fastify with pg: one prepared statement ` +
        "in one round trip, whose JSON PostgreSQL builds, without limits, logs and metrics.";
      return [{ title: "Responses that are not in memory", notes, head: COMPARISON_HEAD, rows }];
    } finally {
      await handWritten.stop();
      await product.stop();
    }
  },
};
