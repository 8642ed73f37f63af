import type { Ad, AdSearchInput, AdSearchResult } from "./calls.gen.ts";
import type { CallOptions } from "./connection.ts";

/** What to search for; nothing, or '', means all. */
export type AdFilters = Pick<AdSearchInput, "breed" | "state">;

export type SearchOptions = CallOptions & {
  /** How many ads one request brings, 1 to 200. */
  pageSize?: number | undefined;
};

type Search = (input: AdSearchInput, options?: CallOptions) => Promise<AdSearchResult>;

/** Every ad that a search finds, newest first; a page is asked for when the one before is used up. */
export async function* searchAds(
  search: Search,
  filters: AdFilters = {},
  { pageSize, signal }: SearchOptions = {},
): AsyncGenerator<Ad, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await search({ ...filters, limit: pageSize, cursor }, { signal });
    for (const ad of page.items) {
      yield ad;
      signal?.throwIfAborted();
    }
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
