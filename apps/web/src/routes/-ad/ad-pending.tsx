import { Skeleton } from "@studbook/ui/skeleton";
import { useLayoutEffect } from "react";
import { pageWidth } from "../../layout/page-width.ts";
import { BackToSearch } from "./back-to-search.tsx";

/** The placeholder of an ad that is loading, in the layout of its page. */
export function AdPending() {
  // The router scrolls up only once the ad has loaded.
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <div className={`pt-4 pb-18 ${pageWidth}`}>
      <title>Loading the ad · Studbook</title>
      <h1 className="sr-only">Loading the ad</h1>
      <BackToSearch />
      <div
        role="status"
        aria-label="Loading the ad"
        className="grid gap-7 lg:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)] lg:gap-12"
      >
        <Skeleton className="-mx-(--sb-gutter) aspect-4/3 rounded-none md:mx-0 md:rounded-lg" />
        <div className="grid content-start gap-5.5">
          <Skeleton className="h-11 w-[70%]" />
          <Skeleton className="h-7 w-[40%]" />
          <Skeleton className="h-40" />
          <Skeleton className="h-44" />
        </div>
      </div>
    </div>
  );
}
