import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, SEARCH_PAGE_SIZE } from "@studbook/domain/page-sizes";
import type { FastifyRequest } from "fastify";
import { isPagedProcedure } from "../openapi/procedures.ts";
import { parseQuery } from "./query.ts";

/** The largest tRPC batch. */
export const MAX_BATCH_CALLS = 10;

/**
 * Returns how many calls a request counts as for the rate limit. A batch counts as the number of its calls, and a list as
 * one call per `SEARCH_PAGE_SIZE` entries that it may return.
 */
export function costOfCalls({ url, params, routeOptions }: FastifyRequest): number {
  const query = parseQuery(url);
  const { call } = routeOptions.config;
  if (call) return "isPaged" in call ? costOfList(Number(query.get("limit"))) : 1;
  const path = fieldOf(params, "path");
  if (typeof path !== "string") return 1;
  const isBatch = query.get("batch") === "1";
  const input = readJson(query.get("input"));
  const names = isBatch ? path.split(",", MAX_BATCH_CALLS) : [path];
  const costs = names.map((name, index) => {
    const limit = fieldOf(isBatch ? fieldOf(input, String(index)) : input, "limit");
    return limit !== undefined || isPagedProcedure(name) ? costOfList(limit) : 1;
  });
  return costs.reduce((sum, cost) => sum + cost);
}

/** Returns how many pages a request for a page counts as: those of a list that its address opens and the server renders. */
export function costOfPage(url: string): number {
  const open = Number(parseQuery(url).get("pages"));
  return Math.ceil(Math.min(Math.max(1, open || 1), MAX_PAGE_SIZE / SEARCH_PAGE_SIZE));
}

/** An invalid limit costs as much as a default page. */
export function costOfList(limit: unknown): number {
  const entries = typeof limit === "number" && limit > 0 ? limit : DEFAULT_PAGE_SIZE;
  return Math.ceil(Math.min(entries, MAX_PAGE_SIZE) / SEARCH_PAGE_SIZE);
}

function readJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    // The procedure rejects malformed input.
    return undefined;
  }
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}
