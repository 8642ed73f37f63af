import { resultsFound } from "@studbook/domain/words";
import { Button } from "@studbook/ui/button";
import { Skeleton } from "@studbook/ui/skeleton";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { AdCard } from "../../features/ads/ad-card.tsx";
import { searchPages } from "../../features/ads/ad-queries.ts";
import type { SearchFilters } from "../../features/ads/search-filters.ts";
import type { Data } from "../../trpc.ts";
import { useDelayed } from "../../use-delayed.ts";
import { LoadMore } from "./load-more.tsx";
import { NoResults } from "./no-results.tsx";
import { SkeletonCards } from "./skeleton-cards.tsx";

const GRID = "grid gap-6 sm:grid-cols-2 lg:grid-cols-3";
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

  if (query.isError && ads.length === 0) return <LoadError onRetry={() => query.refetch()} />;
  return (
    <>
      <div role="status" className="min-h-[1.3em] font-display text-xl font-semibold">
        {isLong && <Skeleton className="h-7.5 w-45" />}
        {!isLong && total !== undefined && resultsFound(total)}
      </div>
      {isLong && <SkeletonCards className={GRID} />}
      {!isLong && !isWaiting && total === 0 && <NoResults />}
      {!isLong && ads.length > 0 && (
        <ul aria-label="Listings" className={GRID}>
          {ads.map((ad, index) => (
            <li key={ad.id}>
              <AdCard ad={ad} today={today} isFirstRow={index < FIRST_ROW} />
            </li>
          ))}
        </ul>
      )}
      {!isWaiting && <LoadMore query={query} filters={filters} shown={ads.length} />}
    </>
  );
}

function LoadError({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-4 py-6">
      <p className="text-lg">The listings could not be loaded.</p>
      <Button look="secondary" onClick={onRetry}>
        <RotateCcw className="size-5" />
        Retry
      </Button>
    </div>
  );
}
