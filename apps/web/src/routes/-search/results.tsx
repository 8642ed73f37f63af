import { resultsFound } from "@studbook/domain/format";
import { Skeleton } from "@studbook/ui/skeleton";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { AdCard } from "../../features/ads/ad-card.tsx";
import { searchPages } from "../../features/ads/ad-queries.ts";
import { cardGrid } from "../../features/ads/card-grid.ts";
import type { SearchFilters } from "../../features/ads/search-filters.ts";
import { RetryProblem } from "../../layout/retry-problem.tsx";
import type { Data } from "../../trpc.ts";
import { useDelayed } from "../../use-delayed.ts";
import { MoreResults } from "./more-results.tsx";
import { SkeletonCards } from "./skeleton-cards.tsx";

// Loaded lazily, because most searches have results.
const NoResults = lazy(() => import("./no-results.tsx"));

const FIRST_ROW = 3;
const SKELETON_AFTER_MS = 200;

type ResultsProps = {
  data: Data;
  filters: SearchFilters;
  today: string;
};

export function Results({ data, filters, today }: ResultsProps) {
  const query = useInfiniteQuery({
    ...searchPages(data, filters),
    placeholderData: keepPreviousData,
  });
  const isWaiting = query.isPending || query.isPlaceholderData;
  const isLong = useDelayed(isWaiting, SKELETON_AFTER_MS);
  const pages = query.data?.pages ?? [];
  const ads = pages.flatMap((page) => page.items);
  const total = pages.at(-1)?.total;

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
            <li key={ad.id}>
              <AdCard ad={ad} today={today} isFirstRow={index < FIRST_ROW} />
            </li>
          ))}
        </ul>
      )}
      {!isWaiting && <MoreResults query={query} filters={filters} shown={ads.length} />}
    </>
  );
}
