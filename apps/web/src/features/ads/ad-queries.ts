import { infiniteQueryOptions } from "@tanstack/react-query";
import { isTRPCClientError } from "@trpc/client";
import { getQueryKey } from "@trpc/react-query";
import { type AppRouter, type Client, type Data, type Outputs, trpc } from "../../trpc.ts";
import type { SearchFilters } from "./search-filters.ts";

export type Ad = Outputs["ads"]["byId"];

export const ADS_PER_PAGE = 24;

/**
 * The pages of a search, newest first. The cursor a list starts at is part of its key, which
 * tRPC's own infinite queries leave out.
 */
export function searchPages(client: Client, { breed, state, cursor }: SearchFilters) {
  return infiniteQueryOptions({
    queryKey: [...getQueryKey(trpc.ads.search), { pages: { breed, state, cursor } }],
    queryFn: ({ pageParam, signal }) =>
      client.ads.search.query(
        {
          limit: ADS_PER_PAGE,
          ...(breed && { breed }),
          ...(state && { state }),
          ...(pageParam && { cursor: pageParam }),
        },
        { signal },
      ),
    initialPageParam: cursor ?? null,
    getNextPageParam: (last): string | null => last.nextCursor,
  });
}

/** One ad; null when there is none, which is kept like any answer so that it is asked for once. */
export async function findAd({ queries, queryClient }: Data, id: string): Promise<Ad | null> {
  try {
    return await queries.ads.byId.ensureData({ id });
  } catch (error) {
    const missing = isTRPCClientError<AppRouter>(error) && error.data?.code === "AD_NOT_FOUND";
    if (!missing) throw error;
    queryClient.setQueryData(getQueryKey(trpc.ads.byId, { id }, "query"), null);
    return null;
  }
}
