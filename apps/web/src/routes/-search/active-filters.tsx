import { stateName } from "@studbook/domain/states";
import { chipClass } from "@studbook/ui/chip";
import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import type { SearchFilters } from "../../features/ads/search-filters.ts";
import { BREED_SELECT_ID } from "./filter-ids.ts";

/** A badge for each active filter. Clicking it removes the filter. */
export function ActiveFilters({ filters: { breed, state } }: { filters: SearchFilters }) {
  if (!breed && !state) return null;
  return (
    <ul aria-label="Active filters" className="flex flex-wrap gap-3">
      {breed && <FilterBadge label={breed} rest={state ? { state } : {}} />}
      {state && <FilterBadge label={stateName(state)} rest={breed ? { breed } : {}} />}
    </ul>
  );
}

function FilterBadge({ label, rest }: { label: string; rest: SearchFilters }) {
  return (
    <li>
      <Link
        to="/search"
        search={rest}
        resetScroll={false}
        preload={false}
        activeProps={{}}
        onClick={() => document.getElementById(BREED_SELECT_ID)?.focus({ preventScroll: true })}
        className={chipClass}
      >
        {label}
        <span className="sr-only">, remove this filter</span>
        <X className="size-5" />
      </Link>
    </li>
  );
}
