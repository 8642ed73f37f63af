import { Skeleton } from "@studbook/ui/skeleton";
import { cardGrid } from "../../features/ads/card-grid.ts";

const CARDS = [1, 2, 3, 4, 5, 6];

/** Six placeholder cards in the layout of real ones (specification, section 2). */
export function SkeletonCards() {
  return (
    <ul aria-busy="true" aria-label="Loading listings" className={cardGrid}>
      {CARDS.map((card) => (
        <li key={card} className="ad-card">
          <Skeleton className="rounded-none" />
          <div className="gap-3">
            <Skeleton className="h-7 w-[62%]" />
            <Skeleton className="h-7 w-[44%]" />
            <Skeleton className="mt-1.5 h-5 w-[38%]" />
            <Skeleton className="h-5 w-[34%]" />
            <div>
              <Skeleton className="h-6 w-30" />
              <Skeleton className="my-2.5 h-6 w-24" />
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
