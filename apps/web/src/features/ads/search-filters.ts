import { type Breed, isBreed } from "@studbook/domain/breeds";
import { isCursor } from "@studbook/domain/cursor";
import { isStateCode, type StateCode } from "@studbook/domain/states";

/** What /search can be asked for. An absent breed or state means all; `cursor` is where the list starts. */
export type SearchFilters = { breed?: Breed; state?: StateCode; cursor?: string };

/** Takes what is valid from a query and leaves the rest out, so that no address is an error. */
export function readSearchFilters(query: Record<string, unknown>): SearchFilters {
  const { breed, state, cursor } = query;
  return {
    ...(isBreed(breed) && { breed }),
    ...(isStateCode(state) && { state }),
    ...(isCursor(cursor) && { cursor }),
  };
}
