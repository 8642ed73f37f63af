import { resultsFound } from "@studbook/domain/format";
import { SEARCH_PAGE_SIZE } from "@studbook/domain/page-sizes";
import { Skeleton } from "@studbook/ui/skeleton";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { AdCard } from "../../features/ads/ad-card.tsx";
import { searchPages } from "../../features/ads/ad-queries.ts";
import { cardGrid } from "../../features/ads/card-grid.ts";
import type { SearchFilters } from "../../features/ads/search-filters.ts";
import { openPagesParameter, readOpenPages } from "../../features/lists/open-pages.ts";
import { useOpenPages } from "../../features/lists/use-open-pages.ts";
import { RetryProblem } from "../../layout/retry-problem.tsx";
import type { Data } from "../../trpc.ts";
import { useDelayed } from "../../use-delayed.ts";
import { MoreResults } from "./more-results.tsx";
import { SkeletonCards } from "./skeleton-cards.tsx";

// Loaded lazily, because most searches have results.
const NoResults = lazy(() => import("./no-results.tsx"));

const SKELETON_AFTER_MS = 200;

type ResultsProps = {
  data: Data;
  filters: SearchFilters;
  today: string;
  /** Replaces the filters in the address. */
  onOpen: (filters: SearchFilters) => void;
};

export function Results({ data, filters, today, onOpen }: ResultsProps) {
  const query = useInfiniteQuery({
    ...searchPages(data, filters),
    placeholderData: keepPreviousData,
  });
  const isWaiting = query.isPending || query.isPlaceholderData;
  const isLong = useDelayed(isWaiting, SKELETON_AFTER_MS);
  const open = readOpenPages(filters.pages);
  const list = useOpenPages(query, {
    size: SEARCH_PAGE_SIZE,
    open,
    onOpen: (count) => onOpen({ ...filters, ...openPagesParameter(count) }),
  });
  const ads = list.items;
  const last = query.data?.pages.at(-1);
  const total = last?.total;

  if (query.isError && ads.length === 0) {
    return (
      <RetryProblem
        error={query.error}
        title={<h2 className="mb-1 text-xl">The listings could not be loaded</h2>}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <>
      <div role="status" className="min-h-[1.3em] font-display text-xl font-semibold">
        {isLong && <Skeleton className="h-7.5 w-45" />}
        {!isLong && total !== undefined && resultsFound(total)}
      </div>
      {isLong && <SkeletonCards />}
      {!isLong && !isWaiting && total === 0 && (
        <Suspense>
          <NoResults />
        </Suspense>
      )}
      {!isLong && ads.length > 0 && (
        <ul aria-label="Listings" className={cardGrid}>
          {ads.map((ad, index) => (
            <AdCard key={ad.id} ad={ad} today={today} isFirst={index === 0} />
          ))}
        </ul>
      )}
      {!isWaiting && <MoreResults list={list} last={last} filters={filters} />}
    </>
  );
}
