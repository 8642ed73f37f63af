import { type Breed, isBreed } from "@studbook/domain/breeds";
import { isCursor } from "@studbook/domain/is-cursor";
import { isStateCode, type StateCode } from "@studbook/domain/states";
import { openPagesParameter, readOpenPages } from "../lists/open-pages.ts";

/**
 * The filters of /search. An absent breed or state means all. The list starts after `cursor`, and `pages` of its pages are
 * open, one if absent.
 */
export type SearchFilters = { breed?: Breed; state?: StateCode; cursor?: string; pages?: string };

/** The search parameters of /search. Breed and state may be unknown, which the page reports. */
export type SearchAddress = Omit<SearchFilters, "breed" | "state"> & {
  breed?: string;
  state?: string;
};

/** Reads the parameters of a query. */
export function readSearchAddress(query: Record<string, unknown>): SearchAddress {
  const { breed, state } = query;
  return {
    ...(isText(breed) && { breed }),
    ...(isText(state) && { state }),
    ...readPosition(query),
  };
}

/** Reads the valid filters of a query and ignores the rest, so that no address is an error. */
export function readSearchFilters(query: Record<string, unknown>): SearchFilters {
  const { breed, state } = query;
  return {
    ...(isBreed(breed) && { breed }),
    ...(isStateCode(state) && { state }),
    ...readPosition(query),
  };
}

function readPosition({ cursor, pages }: Record<string, unknown>) {
  return { ...(isCursor(cursor) && { cursor }), ...openPagesParameter(readOpenPages(pages)) };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
