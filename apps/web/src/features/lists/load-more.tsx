import { Button } from "@studbook/ui/button";
import { useEffect, useRef } from "react";
import { LoadProblem } from "../../layout/load-problem.tsx";

type LoadMoreProps = {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: unknown;
    fetchNextPage: () => unknown;
  };
  /** The number of items shown. */
  shown: number;
  /** How much is shown, such as 'Showing 50 of 412'. */
  progress: string;
  /** The message if the next page could not be loaded. */
  failure: string;
  /** Called after the last page, which removes the button, with the index of the first new item. */
  onLast: (index: number) => void;
};

/** A button that appends the next page to a list. */
export function LoadMore({ query, shown, progress, failure, onLast }: LoadMoreProps) {
  const growsFrom = useRef<number>(undefined);
  const { hasNextPage, isFetchingNextPage } = query;
  useEffect(() => {
    const start = growsFrom.current;
    if (start === undefined || shown <= start) return;
    growsFrom.current = undefined;
    if (!hasNextPage) onLast(start);
  }, [shown, hasNextPage, onLast]);

  const append = () => {
    if (isFetchingNextPage) return;
    growsFrom.current = shown;
    query.fetchNextPage();
  };
  return (
    <div className="grid justify-items-center gap-3">
      <p aria-live="polite" className="text-md text-ink-soft">
        {progress}
      </p>
      {query.isFetchNextPageError && (
        <LoadProblem
          error={query.error}
          title={<p className="font-semibold">{failure}</p>}
          onRecover={append}
        />
      )}
      {hasNextPage && (
        <Button
          variant="secondary"
          className="max-sm:w-full"
          aria-disabled={isFetchingNextPage}
          onClick={append}
        >
          {isFetchingNextPage ? "Loading…" : "Load more"}
        </Button>
      )}
    </div>
  );
}
