import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { findErrorCode } from "../../error-code.ts";
import type { Data, Outputs } from "../../trpc.ts";
import type { SearchFilters } from "./search-filters.ts";

export type Ad = Outputs["ads"]["byId"];

const ADS_PER_PAGE = 24;

/** The pages of a search, newest first, from the cursor on that the filters name. */
export function searchPages({ getClient }: Data, { breed, state, cursor }: SearchFilters) {
  return infiniteQueryOptions({
    queryKey: ["ads", "search", { breed, state, cursor }],
    queryFn: async ({ pageParam, signal }) => {
      const client = await getClient();
      const input = {
        limit: ADS_PER_PAGE,
        ...(breed && { breed }),
        ...(state && { state }),
        ...(pageParam && { cursor: pageParam }),
      };
      return client.ads.search.query(input, { signal });
    },
    initialPageParam: cursor ?? null,
    getNextPageParam: (last): string | null => last.nextCursor,
  });
}

/** One ad; null when there is none, which is kept like any answer so that it is asked for once. */
export function adById({ getClient }: Data, id: string) {
  return queryOptions({
    queryKey: ["ads", "byId", id],
    queryFn: async ({ signal }): Promise<Ad | null> => {
      const client = await getClient();
      try {
        return await client.ads.byId.query({ id }, { signal });
      } catch (error) {
        if (findErrorCode(error) === "AD_NOT_FOUND") return null;
        throw error;
      }
    },
  });
}
