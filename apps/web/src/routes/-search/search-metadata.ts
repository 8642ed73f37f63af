import { stateName } from "@studbook/domain/states";
import type { SearchFilters } from "../../features/ads/search-filters.ts";

/** Returns a title such as 'Boxer studs in Texas', or the page's heading if there are no filters. */
export function searchTitle({ breed, state }: SearchFilters): string {
  if (!breed && !state) return "Search Stud Services";
  const dogs = breed ? `${breed} studs` : "Stud dogs";
  return state ? `${dogs} in ${stateName(state)}` : dogs;
}

export function searchDescription({ breed, state }: SearchFilters): string {
  const dogs = breed ? `${breed} stud dogs` : "stud dogs of every AKC breed";
  const place = state ? stateName(state) : "all 50 states";
  return `Browse ${dogs} in ${place} with photos, age and stud fee, and contact the owner directly.`;
}
