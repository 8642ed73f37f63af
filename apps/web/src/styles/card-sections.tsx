import { AdCard } from "../features/ads/ad-card.tsx";
import { cardGrid } from "../features/ads/card-grid.ts";
import { pageWidth } from "../layout/page-width.ts";
import { SkeletonCards } from "../routes/-search/skeleton-cards.tsx";
import { FIXED_ADS, TODAY } from "./fixed-ads.ts";

export function CardsSection() {
  return (
    <div className={`py-6 ${pageWidth}`}>
      <ul className={cardGrid}>
        {Object.entries(FIXED_ADS).map(([name, ad]) => (
          <li key={name}>
            <AdCard ad={ad} today={TODAY} isFirstRow />
          </li>
        ))}
      </ul>
    </div>
  );
}

export function SkeletonSection() {
  return (
    <div className={`py-6 ${pageWidth}`}>
      <SkeletonCards />
    </div>
  );
}
