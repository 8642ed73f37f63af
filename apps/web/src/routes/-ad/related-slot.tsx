import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { Ad } from "../../features/ads/ad-queries.ts";
import type { Data } from "../../trpc.ts";

const RelatedAds = lazy(() => import("./related-ads.tsx"));

/** How far below the screen the related ads are loaded. */
const MARGIN = "600px";

/** Loads the related ads when the visitor comes near them. */
export function RelatedSlot({ ad, data, today }: { ad: Ad; data: Data; today: string }) {
  const slot = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!slot.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: MARGIN,
    });
    observer.observe(slot.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={slot} className="print:hidden">
      {isNear && (
        <Suspense>
          <RelatedAds ad={ad} data={data} today={today} />
        </Suspense>
      )}
    </div>
  );
}
