import { DEFAULT_PAGE, LARGEST_PAGE } from "@studbook/domain/schemas/paging";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { MAX_CALLS } from "../trpc-calls.ts";

/** As many as a page of the search shows. */
const ENTRIES_PER_CALL = 24;

/**
 * Tells how many calls a request counts as: a batch as those it has, at most as many as fit, and a list as one for
 * every 24 entries that it may answer. It learns from the routes which calls are lists, so it is made before them.
 */
export function createCallCost(app: FastifyInstance): (request: FastifyRequest) => number {
  const lists = new Set<string>();
  app.addHook("onRoute", ({ config }) => {
    const call = config?.call;
    if (call && "procedure" in call && call.isPaged) lists.add(call.procedure);
  });
  return ({ url, params, routeOptions }) => {
    const { searchParams } = new URL(url, "http://localhost");
    const { call } = routeOptions.config;
    if (call) return "isPaged" in call ? costOfList(Number(searchParams.get("limit"))) : 1;
    const path = fieldOf(params, "path");
    if (typeof path !== "string") return 1;
    const isBatch = searchParams.get("batch") === "1";
    const input = readJson(searchParams.get("input"));
    const names = isBatch ? path.split(",", MAX_CALLS) : [path];
    const costs = names.map((name, index) => {
      const limit = fieldOf(isBatch ? fieldOf(input, String(index)) : input, "limit");
      return limit !== undefined || lists.has(name) ? costOfList(limit) : 1;
    });
    return costs.reduce((sum, cost) => sum + cost);
  };
}

/** An invalid limit costs as much as a default page. */
function costOfList(limit: unknown): number {
  const entries = typeof limit === "number" && limit > 0 ? limit : DEFAULT_PAGE;
  return Math.ceil(Math.min(entries, LARGEST_PAGE) / ENTRIES_PER_CALL);
}

function readJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    // The call refuses it.
    return undefined;
  }
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}
