import { Button } from "@studbook/ui/button";
import type { InfiniteQueryObserverResult } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { LoadProblem } from "../../layout/load-problem.tsx";

type MoreAdsProps = {
  query: Pick<
    InfiniteQueryObserverResult,
    "error" | "fetchNextPage" | "hasNextPage" | "isFetchingNextPage" | "isFetchNextPageError"
  >;
  /** How many listings are shown, and how many there are. */
  shown: number;
  total: number;
  /** Called with how many were shown before, when more have come and the button is gone. */
  onLast: (shownBefore: number) => void;
};

/** Adds the next page of the owner's listings, and says so when it could not be loaded. */
export function MoreAds({ query, shown, total, onLast }: MoreAdsProps) {
  const growsFrom = useRef<number>(undefined);
  const { hasNextPage, isFetchingNextPage } = query;
  useEffect(() => {
    const start = growsFrom.current;
    if (start === undefined || shown <= start) return;
    growsFrom.current = undefined;
    if (!hasNextPage) onLast(start);
  }, [shown, hasNextPage, onLast]);
  const load = () => {
    if (isFetchingNextPage) return;
    growsFrom.current = shown;
    void query.fetchNextPage();
  };
  return (
    <div className="grid justify-items-center gap-3">
      <p aria-live="polite" className="text-md text-ink-soft">
        {shown < total && `Showing ${shown} of ${total}`}
      </p>
      {query.isFetchNextPageError && (
        <LoadProblem
          error={query.error}
          title={<p className="font-semibold">More listings could not be loaded</p>}
          onRecover={load}
        />
      )}
      {hasNextPage && (
        <Button
          look="secondary"
          className="max-sm:w-full"
          aria-disabled={isFetchingNextPage}
          onClick={load}
        >
          {isFetchingNextPage ? "Loading…" : "Load more"}
        </Button>
      )}
    </div>
  );
}
