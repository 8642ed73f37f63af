import { Card } from "@studbook/ui/card";
import { Skeleton } from "@studbook/ui/skeleton";
import { cardGrid } from "../../features/ads/card-grid.ts";

const CARDS = [1, 2, 3, 4, 5, 6];

/** Six placeholder cards in the layout of real ones (specification, section 2). */
export function SkeletonCards() {
  return (
    <ul aria-busy="true" aria-label="Loading listings" className={cardGrid}>
      {CARDS.map((card) => (
        <li key={card}>
          <Card className="overflow-hidden">
            <Skeleton className="aspect-4/3 rounded-none" />
            <div className="flex flex-col gap-3 px-5 pt-4.5 pb-5">
              <Skeleton className="h-7 w-[62%]" />
              <Skeleton className="h-7 w-[44%]" />
              <Skeleton className="mt-1.5 h-5 w-[38%]" />
              <Skeleton className="h-5 w-[34%]" />
              <div className="flex items-center justify-between border-t border-line pt-3.5">
                <Skeleton className="h-6 w-30" />
                <Skeleton className="my-2.5 h-6 w-24" />
              </div>
            </div>
          </Card>
        </li>
      ))}
    </ul>
  );
}
