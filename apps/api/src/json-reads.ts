import { AdSearchInput } from "@studbook/domain/schemas/ad-search";
import { AdId } from "./ads/ad-id.ts";
import { readAd, readAdPage, readAdSummaries, readAds } from "./ads/read-ads.ts";
import type { ReadContext } from "./context.ts";
import { describeError } from "./errors.ts";
import type { JsonPage } from "./json-page.ts";
import { procedures } from "./metrics/metrics.ts";

/** Returns JSON, or a page whose items are JSON. */
type JsonRead = (ctx: ReadContext, input: unknown) => Promise<string | JsonPage>;

type ListProcedure = "ads.search" | "ads.searchSummaries";
type Procedure = ListProcedure | "ads.byId" | "ads.page";

/** A call of a procedure whose input is known to be valid. */
export type ValidRead =
  | { procedure: ListProcedure; input: AdSearchInput }
  | { procedure: "ads.byId"; input: AdId }
  | { procedure: "ads.page"; input: AdId };

/** Parse the inputs of the calls. They throw ZodError. */
const PARSERS: Record<Procedure, (input: unknown) => ValidRead> = {
  "ads.search": (input) => ({ procedure: "ads.search", input: AdSearchInput.parse(input ?? {}) }),
  "ads.searchSummaries": (input) => ({
    procedure: "ads.searchSummaries",
    input: AdSearchInput.parse(input ?? {}),
  }),
  "ads.byId": (input) => ({ procedure: "ads.byId", input: AdId.parse(input) }),
  "ads.page": (input) => ({ procedure: "ads.page", input: AdId.parse(input) }),
};

/**
 * The public reads that are sent as the JSON that PostgreSQL has built (docs/decisions/073-json-from-postgresql.md). The
 * procedures with the same names return the same as objects; a test compares them, and the contract's tests check the JSON
 * against the document.
 */
const JSON_READS = new Map<string, JsonRead>(
  Object.entries(PARSERS).map(([procedure, parse]) => [
    procedure,
    (ctx, input) => measured(procedure, () => read(ctx, parse(input))),
  ]),
);

/** Returns the read of a procedure as JSON, if it has one. It throws the same errors as the procedure. */
export function findJsonRead(procedure: string): JsonRead | undefined {
  return JSON_READS.get(procedure);
}

/** Reads without checking the input again. Throws the same errors as the procedure. */
export function readValid(ctx: ReadContext, call: ValidRead): Promise<string | JsonPage> {
  return measured(call.procedure, () => read(ctx, call));
}

function read(ctx: ReadContext, { procedure, input }: ValidRead): Promise<string | JsonPage> {
  if (procedure === "ads.byId") return readAd(ctx, input.id);
  if (procedure === "ads.page") return readAdPage(ctx, input.id);
  return procedure === "ads.search" ? readAds(ctx, input) : readAdSummaries(ctx, input);
}

/** Counts and times a read like its procedure. */
async function measured<T>(procedure: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  let outcome = "ok";
  try {
    return await work();
  } catch (error) {
    outcome = describeError(error).code;
    throw error;
  } finally {
    procedures.observe({ procedure, outcome }, (performance.now() - startedAt) / 1000);
  }
}
