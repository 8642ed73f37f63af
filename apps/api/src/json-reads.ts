import { AdSearchInput } from "@studbook/domain/schemas/ad";
import { AdId } from "./ads/ad-id.ts";
import { readAd, readAdSummaries, readAds } from "./ads/read-ads.ts";
import type { ReadContext } from "./context.ts";
import { describeError } from "./errors.ts";
import type { JsonPage } from "./json-page.ts";
import { procedures } from "./metrics/metrics.ts";

/** Returns JSON, or a page whose items are JSON. */
type JsonRead = (ctx: ReadContext, input: unknown) => Promise<string | JsonPage>;

/**
 * The public reads that are sent as the JSON that PostgreSQL has built (docs/decisions/073-json-from-postgresql.md). The
 * procedures with the same names return the same as objects; a test compares them, and the contract's tests check the JSON
 * against the document.
 */
const JSON_READS = new Map<string, JsonRead>(
  Object.entries<JsonRead>({
    "ads.search": (ctx, input) => readAds(ctx, AdSearchInput.parse(input ?? {})),
    "ads.searchSummaries": (ctx, input) => readAdSummaries(ctx, AdSearchInput.parse(input ?? {})),
    "ads.byId": (ctx, input) => readAd(ctx, AdId.parse(input).id),
  }).map(([procedure, read]) => [procedure, measured(procedure, read)]),
);

/** Returns the read of a procedure as JSON, if it has one. It throws the same errors as the procedure. */
export function findJsonRead(procedure: string): JsonRead | undefined {
  return JSON_READS.get(procedure);
}

/** Counts and times a read like its procedure. */
function measured(procedure: string, read: JsonRead): JsonRead {
  return async (ctx, input) => {
    const startedAt = performance.now();
    let outcome = "ok";
    try {
      return await read(ctx, input);
    } catch (error) {
      outcome = describeError(error).code;
      throw error;
    } finally {
      procedures.observe({ procedure, outcome }, (performance.now() - startedAt) / 1000);
    }
  };
}
