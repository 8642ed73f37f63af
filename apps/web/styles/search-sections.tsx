import { useState } from "react";
import { AdCard } from "../src/features/ads/ad-card.tsx";
import { cardGrid } from "../src/features/ads/card-grid.ts";
import type { SearchFilters } from "../src/features/ads/search-filters.ts";
import { pageWidth } from "../src/layout/page-width.ts";
import { ActiveFilters } from "../src/routes/-search/active-filters.tsx";
import { FilterForm } from "../src/routes/-search/filter-form.tsx";
import { SkeletonCards } from "../src/routes/-search/skeleton-cards.tsx";
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
          <AdCard key={name} ad={{ ...ad, image: ad.images[0] ?? null }} today={TODAY} isFirst />
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
