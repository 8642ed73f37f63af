import { useState } from "react";
import type { SearchFilters } from "../features/ads/search-filters.ts";
import { pageWidth } from "../layout/page-width.ts";
import { ActiveFilters } from "../routes/-search/active-filters.tsx";
import { FilterForm } from "../routes/-search/filter-form.tsx";

/** The selects, the chips of what is chosen, and nothing behind them. */
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
