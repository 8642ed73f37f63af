import { MAX_OPEN_PAGES } from "@studbook/domain/page-sizes";

/** Reads how many pages of a list an address opens. */
export function readOpenPages(text: unknown): number {
  const count = Math.min(Number(text), MAX_OPEN_PAGES);
  return count >= 1 ? Math.trunc(count) : 1;
}

/** Returns the search parameter that opens so many pages of a list. One page has none. */
export function openPagesParameter(count: number): { pages?: string } {
  return count > 1 ? { pages: `${count}` } : {};
}
