import { useState } from "react";
import { AdCard } from "../features/ads/ad-card.tsx";
import { cardGrid } from "../features/ads/card-grid.ts";
import type { SearchFilters } from "../features/ads/search-filters.ts";
import { pageWidth } from "../layout/page-width.ts";
import { ActiveFilters } from "../routes/-search/active-filters.tsx";
import { FilterForm } from "../routes/-search/filter-form.tsx";
import { SkeletonCards } from "../routes/-search/skeleton-cards.tsx";
import { FIXED_ADS, TODAY } from "./fixed-ads.ts";

/** The selects and the badges of the chosen filters, without results. */
export function FiltersSection() {
  const [filters, setFilters] = useState<SearchFilters>({
    breed: "Soft Coated Wheaten Terrier",
    state: "NC",
  });
  return (
    <div className={`grid gap-5.5 py-6 ${pageWidth}`}>
      <FilterForm filters={filters} onChoose={setFilters} />
      <ActiveFilters filters={filters} />
    </div>
  );
}

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
