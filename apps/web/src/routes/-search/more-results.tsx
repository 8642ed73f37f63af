import { buttonClass } from "@studbook/ui/button";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type MouseEvent, useEffect, useRef } from "react";
import type { SearchFilters } from "../../features/ads/search-filters.ts";
import { LoadProblem } from "../../layout/load-problem.tsx";
import type { Outputs } from "../../trpc.ts";

type Pages = InfiniteData<Outputs["ads"]["search"]>;

type MoreResultsProps = {
  query: UseInfiniteQueryResult<Pages>;
  filters: SearchFilters;
  /** The number of listings shown. */
  shown: number;
};

/** A link to the next page. With JavaScript, it appends that page instead. */
export function MoreResults({ query, filters, shown }: MoreResultsProps) {
  const growsFrom = useRef<number>(undefined);
  const last = query.data?.pages.at(-1);
  const next = last?.nextCursor;
  const { cursor, ...others } = filters;
  const grew = (query.data?.pages.length ?? 0) > 1;

  const append = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (query.isFetchingNextPage) return;
    growsFrom.current = shown;
    query.fetchNextPage();
  };

  useEffect(() => {
    const start = growsFrom.current;
    if (start === undefined || shown <= start) return;
    growsFrom.current = undefined;
    if (!next) focusCard(start);
  }, [shown, next]);

  if (!next && !grew && !cursor) return null;
  return (
    <div className="grid justify-items-center gap-3 pt-4">
      <p aria-live="polite" className="text-md text-ink-soft">
        {grew && `Showing ${shown} of ${last?.total}`}
      </p>
      {query.isFetchNextPageError && (
        <LoadProblem
          error={query.error}
          title={<p className="font-semibold">Could not load more listings</p>}
          onRecover={() => query.fetchNextPage()}
        />
      )}
      {next && (
        <Link
          to="/search"
          search={{ ...filters, cursor: next }}
          preload={false}
          onClick={append}
          aria-disabled={query.isFetchingNextPage}
          className={`${buttonClass({ variant: "secondary" })} max-sm:w-full`}
        >
          {query.isFetchingNextPage ? "Loading…" : "Load more"}
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
