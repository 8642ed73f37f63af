import { buttonClass } from "@studbook/ui/button";
import { Link } from "@tanstack/react-router";
import { type MouseEvent, useEffect, useRef } from "react";
import type { SearchFilters } from "../../features/ads/search-filters.ts";
import { openPagesParameter, readOpenPages } from "../../features/lists/open-pages.ts";
import type { useOpenPages } from "../../features/lists/use-open-pages.ts";
import { LoadProblem } from "../../layout/load-problem.tsx";
import type { Outputs } from "../../trpc.ts";

type SearchResult = Outputs["ads"]["searchSummaries"];

type MoreResultsProps = {
  list: ReturnType<typeof useOpenPages<SearchResult["items"][number]>>;
  /** The newest loaded page. */
  last: SearchResult | undefined;
  filters: SearchFilters;
};

/**
 * A link to the next page. With JavaScript, it opens that page below the others instead, up to the number of pages that
 * an address can open.
 */
export function MoreResults({ list, last, filters }: MoreResultsProps) {
  const growsFrom = useRef<number>(undefined);
  const { cursor, pages, ...others } = filters;
  const shown = list.items.length;
  const open = readOpenPages(pages);
  const next = list.hasUnopened ? undefined : last?.nextCursor;
  const hasMore = list.hasNextPage || last?.nextCursor;

  const append = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    // The address cannot open more pages, so the next one starts a new list.
    if (!list.hasNextPage) return;
    event.preventDefault();
    growsFrom.current = shown;
    void list.fetchNextPage();
  };

  useEffect(() => {
    const start = growsFrom.current;
    if (start === undefined || shown <= start) return;
    growsFrom.current = undefined;
    if (!hasMore) focusCard(start);
  }, [shown, hasMore]);

  if (!hasMore && open === 1 && !cursor) return null;
  return (
    <div className="grid justify-items-center gap-3 pt-4">
      <p aria-live="polite" className="text-md text-ink-soft">
        {open > 1 && `Showing ${shown} of ${last?.total}`}
      </p>
      {list.isFetchNextPageError && (
        <LoadProblem
          error={list.error}
          title={<p className="font-semibold">Could not load more listings</p>}
          onRecover={list.fetchNextPage}
        />
      )}
      {hasMore && (
        <Link
          to="/search"
          // Without scripts, it shows only the next page.
          search={
            next ? { ...others, cursor: next } : { ...filters, ...openPagesParameter(open + 1) }
          }
          preload={false}
          onClick={append}
          aria-disabled={list.isFetchingNextPage}
          className={`${buttonClass({ variant: "secondary" })} max-sm:w-full`}
        >
          {list.isFetchingNextPage ? "Loading…" : "Load more"}
        </Link>
      )}
      {cursor && (
        <Link to="/search" search={others} className="min-h-11">
          Back to the newest listings
        </Link>
      )}
    </div>
  );
}

/** Focuses the first new card, because the link that had the focus is gone. */
function focusCard(index: number) {
  const card = document.querySelectorAll("main ul[aria-label=Listings] > li")[index];
  card?.querySelector("a")?.focus({ preventScroll: true });
}
