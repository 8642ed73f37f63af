import { MAX_OPEN_PAGES } from "@studbook/domain/page-sizes";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLatePosition } from "./use-late-position.ts";

type OpenPages = {
  /** The number of entries per page. */
  size: number;
  /** How many pages the address opens. */
  open: number;
  /** Opens so many pages, by replacing the address. */
  onOpen: (count: number) => void;
};

/**
 * The entries of the pages that the address opens. Those that are not loaded yet are loaded. Returns what `LoadMore` shows,
 * where `fetchNextPage` opens one more page, or loads the open ones that could not be loaded.
 */
export function useOpenPages<Item>(
  query: UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>>,
  { size, open, onOpen }: OpenPages,
) {
  const { isError, isFetching, isPlaceholderData } = query;
  const loaded = query.data?.pages.flatMap((page) => page.items) ?? [];
  const end = isPlaceholderData ? loaded.length : open * size;
  const isShort = loaded.length < end && query.hasNextPage;
  const hasUnopened = loaded.length > end;
  const isDue = isShort && !isFetching && !isError;
  const { fetchNextPage } = query;
  useEffect(() => {
    if (isDue) fetchNextPage();
  }, [isDue, fetchNextPage]);
  useLatePosition(!query.isPending && !isPlaceholderData && !isShort);

  return {
    items: loaded.slice(0, end),
    /** Whether entries are loaded that the address does not open. */
    hasUnopened,
    /** Whether more entries can be shown. */
    hasNextPage: isShort || ((query.hasNextPage || hasUnopened) && open < MAX_OPEN_PAGES),
    isFetchingNextPage: query.isFetchingNextPage,
    isFetchNextPageError: query.isFetchNextPageError,
    error: query.error,
    fetchNextPage: async () => {
      if (isFetching) return;
      if (!hasUnopened && (await fetchNextPage()).isError) return;
      if (!isShort) onOpen(open + 1);
    },
  };
}
