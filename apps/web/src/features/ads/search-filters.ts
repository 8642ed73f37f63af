import { type Breed, isBreed } from "@studbook/domain/breeds";
import { isCursor } from "@studbook/domain/is-cursor";
import { isStateCode, type StateCode } from "@studbook/domain/states";
import { openPagesParameter, readOpenPages } from "../lists/open-pages.ts";

/**
 * The filters of /search. An absent breed or state means all. The list starts after `cursor`, and `pages` of its pages are
 * open, one if absent.
 */
export type SearchFilters = { breed?: Breed; state?: StateCode; cursor?: string; pages?: string };

/** Reads the valid filters of a query and ignores the rest, so that no address is an error. */
export function readSearchFilters(query: Record<string, unknown>): SearchFilters {
  const { breed, state, cursor, pages } = query;
  return {
    ...(isBreed(breed) && { breed }),
    ...(isStateCode(state) && { state }),
    ...(isCursor(cursor) && { cursor }),
    ...openPagesParameter(readOpenPages(pages)),
  };
}
