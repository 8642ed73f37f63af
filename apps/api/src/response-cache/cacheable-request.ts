import { isBreed } from "@studbook/domain/breeds";
import { isCursor } from "@studbook/domain/is-cursor";
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from "@studbook/domain/page-sizes";
import { SEARCH_PARAMETERS } from "@studbook/domain/pages";
import { MAX_FILTER_VALUES } from "@studbook/domain/schemas/ad-search";
import { isStateCode } from "@studbook/domain/states";
import { isCanonicalUuid } from "@studbook/domain/uuid";
import { costOfList, costOfPage } from "../http/call-cost.ts";
import type { ValidRead } from "../json-reads.ts";
import { adTag, listTags, ownerTag } from "./cache-tags.ts";

/** A public read whose response is the same for everyone until an ad changes. */
export type CacheableRequest = {
  /** The same for all spellings of the same request. */
  key: string;
  /** What the response depends on (`cache-tags.ts`). */
  tags: readonly string[];
  /** The pattern of its route in metrics and logs. */
  route: string;
  /** The path without the query, for the log. */
  path: string;
  /** The rate limit that the request counts toward, and as how many. */
  counter: "calls" | "pages";
  cost: number;
  /** The owner of an ad and admins get a response of their own. */
  dependsOnMember: boolean;
  /** The response contains the UTC day. */
  hasDate: boolean;
  /** The call that reads it as JSON, if that can be done without Fastify. */
  read?: ValidRead;
};

type Target = Pick<CacheableRequest, "key" | "tags"> & Partial<CacheableRequest>;

/** The route of procedures. */
export const TRPC_ROUTE = "/trpc/:path";

const MAX_URL_LENGTH = 1000;
const ONE_AD = { cost: 1, dependsOnMember: true };

/**
 * Describes a public read, or returns undefined for any other URL. Its key has only the parameters that the response depends
 * on, in a fixed order. Invalid parameters are left to the usual way, so that they can neither create nor find a response.
 */
export function describeCacheable(url: string): CacheableRequest | undefined {
  if (url.length > MAX_URL_LENGTH) return undefined;
  const queryAt = url.indexOf("?");
  const path = queryAt < 0 ? url : url.slice(0, queryAt);
  const query = queryAt < 0 ? "" : url.slice(queryAt + 1);
  if (query.includes("?") || query.includes("#")) return undefined;
  const target = path.startsWith("/trpc/")
    ? describeProcedure(path.slice("/trpc/".length), query)
    : path.startsWith("/api/")
      ? describeRest(path, query)
      : describePage(path, query);
  if (!target) return undefined;
  const defaults = {
    route: path,
    counter: "calls",
    dependsOnMember: false,
    hasDate: false,
  } as const;
  return { ...defaults, path, cost: 1, ...target };
}

function describeRest(path: string, query: string): Target | undefined {
  if (path === "/api/breeds" || path === "/api/states") return { key: path, tags: listTags() };
  const id = idAfter("/api/ads/", path);
  if (id)
    return { key: path, tags: [adTag(id)], route: "/api/ads/:id", read: readOf(id), ...ONE_AD };
  if (path !== "/api/ads") return undefined;
  const given = new URLSearchParams(query);
  if (given.getAll("limit").length > 1 || given.getAll("cursor").length > 1) return undefined;
  const limit = given.get("limit") ?? `${DEFAULT_PAGE_SIZE}`;
  if (!/^\d{1,9}$/.test(limit)) return undefined;
  return describeList(path, "ads.search", {
    breed: given.getAll("breed"),
    state: given.getAll("state"),
    limit: Number(limit),
    cursor: given.get("cursor") ?? "",
  });
}

/** Batches are not cached: the client sends none. */
function describeProcedure(name: string, query: string): Target | undefined {
  const given = new URLSearchParams(query);
  if (given.has("batch")) return undefined;
  const input = readInput(given.get("input"));
  const path = `/trpc/${name}`;
  const target = input && describeInput(name, path, input);
  return target && { ...target, route: TRPC_ROUTE };
}

function describeInput(
  name: string,
  path: string,
  input: Record<string, unknown>,
): Target | undefined {
  if (name === "breeds.list" || name === "states.list") {
    return Object.keys(input).length === 0 ? { key: path, tags: listTags() } : undefined;
  }
  if (name === "ads.byId" || name === "ads.page") {
    const { id, ...others } = input;
    if (!isId(id) || Object.keys(others).length > 0) return undefined;
    return { key: `${path} ${id}`, tags: [adTag(id)], read: readOf(id, name), ...ONE_AD };
  }
  if (name === "ads.related") {
    const { id, breed, userId, ...others } = input;
    const isValid = isId(id) && isBreed(breed) && isId(userId) && Object.keys(others).length === 0;
    if (!isValid) return undefined;
    const tags = [adTag(id), ownerTag(userId), ...listTags([breed])];
    return { key: JSON.stringify([path, id, breed, userId]), tags };
  }
  if (name !== "ads.search" && name !== "ads.searchSummaries") return undefined;
  const { breed = [], state = [], limit = DEFAULT_PAGE_SIZE, cursor = "", ...others } = input;
  if (typeof limit !== "number" || Object.keys(others).length > 0) return undefined;
  const filters = { breed: [breed].flat(), state: [state].flat() };
  return describeList(path, name, { ...filters, limit, cursor });
}

function readInput(text: string | null): Record<string, unknown> | undefined {
  if (text === null) return {};
  try {
    const input: unknown = JSON.parse(text);
    const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
    return isObject ? { ...input } : undefined;
  } catch {
    // The procedure rejects malformed input.
    return undefined;
  }
}

type List = { breed: unknown[]; state: unknown[]; limit: number; cursor: unknown };

function describeList(
  path: string,
  procedure: "ads.search" | "ads.searchSummaries",
  { limit, cursor, ...filters }: List,
): Target | undefined {
  const [breeds = [], states = []] = [filters.breed, filters.state].map((values) => [
    ...new Set(values.filter((value) => value !== "")),
  ]);
  const isValid =
    filters.breed.length <= MAX_FILTER_VALUES &&
    filters.state.length <= MAX_FILTER_VALUES &&
    Number.isInteger(limit) &&
    limit >= 1 &&
    limit <= MAX_PAGE_SIZE &&
    (cursor === "" || isCursor(cursor));
  if (!isValid || !breeds.every(isBreed) || !states.every(isStateCode)) return undefined;
  const key = JSON.stringify([path, breeds.sort(), states.sort(), limit, cursor]);
  const input = { breed: breeds, state: states, limit, cursor: cursor === "" ? undefined : cursor };
  return {
    key,
    tags: listTags(breeds, states),
    cost: costOfList(limit),
    read: { procedure, input },
  };
}

function readOf(id: string, procedure: "ads.byId" | "ads.page" = "ads.byId"): ValidRead {
  return { procedure, input: { id } };
}

function isId(value: unknown): value is string {
  return typeof value === "string" && isCanonicalUuid(value);
}

function describePage(path: string, query: string): Target | undefined {
  const page = { counter: "pages", hasDate: true } as const;
  if (["/", "/contact", "/credits"].includes(path)) return { ...page, key: path, tags: [] };
  const id = idAfter("/ad/", path);
  if (id) return { ...page, key: path, tags: [adTag(id)], route: "/ad/:id", ...ONE_AD };
  const ownerId = idAfter("/owners/", path);
  if (ownerId) {
    const { pages = "" } = Object.fromEntries(new URLSearchParams(query));
    if (!/^\d{0,3}$/.test(pages)) return undefined;
    const key = JSON.stringify([path, pages]);
    const cost = costOfPage(`?pages=${pages}`);
    return { ...page, key, tags: [ownerTag(ownerId)], route: "/owners/:id", cost };
  }
  if (path !== "/search") return undefined;
  // As in the web app, the last value of a repeated parameter counts.
  const given = Object.fromEntries(new URLSearchParams(query));
  const { breed = "", state = "", cursor = "", pages = "" } = given;
  const isValid =
    (breed === "" || isBreed(breed)) &&
    (state === "" || isStateCode(state)) &&
    (cursor === "" || isCursor(cursor)) &&
    /^\d{0,3}$/.test(pages);
  if (!isValid) return undefined;
  const key = JSON.stringify([
    path,
    ...SEARCH_PARAMETERS["/search"].map((name) => given[name] ?? ""),
  ]);
  const tags = listTags(breed ? [breed] : [], state ? [state] : []);
  return { ...page, key, tags, cost: costOfPage(`?pages=${pages}`) };
}

function idAfter(prefix: string, path: string): string | undefined {
  const id = path.startsWith(prefix) ? path.slice(prefix.length) : "";
  return isCanonicalUuid(id) ? id : undefined;
}
