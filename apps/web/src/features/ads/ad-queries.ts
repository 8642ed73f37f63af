import { SEARCH_PAGE_SIZE } from "@studbook/domain/page-sizes";
import { queryOptions } from "@tanstack/react-query";
import { findErrorCode } from "../../error-code.ts";
import { apiKey, apiPages, callQuery, type Data, type Outputs } from "../../trpc.ts";
import { readOpenPages } from "../lists/open-pages.ts";
import type { SearchFilters } from "./search-filters.ts";

export type Ad = Outputs["ads"]["byId"];
export type AdSummary = Outputs["ads"]["searchSummaries"]["items"][number];

/** The open result pages of a search, newest first, starting at the cursor in the filters. */
export function searchPages(data: Data, { breed, state, cursor, pages }: SearchFilters) {
  const input = { limit: SEARCH_PAGE_SIZE, ...(breed && { breed }), ...(state && { state }) };
  return apiPages(data, "ads.searchSummaries", input, { cursor, open: readOpenPages(pages) });
}

/** One ad, or null if it does not exist. Both are cached. */
export function adById(data: Data, id: string) {
  return queryOptions({
    queryKey: apiKey("ads.byId", { id }),
    queryFn: ({ signal }) => orNull(callQuery(data, "ads.byId", { id }, signal)),
  });
}

/** What the page of an ad shows, or null if the ad does not exist. Both are cached. */
export function adPage(data: Data, id: string) {
  return queryOptions({
    queryKey: apiKey("ads.page", { id }),
    queryFn: ({ signal }) => orNull(callQuery(data, "ads.page", { id }, signal)),
  });
}

async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (findErrorCode(error) === "AD_NOT_FOUND") return null;
    throw error;
  }
}
