import type { SearchPage, SearchTexts } from "./pages.ts";

// In its own file so that the first page does not download it.

/** Returns the URL of a page with search parameters. */
export function pageAddress<P extends SearchPage>(
  page: P,
  texts: SearchTexts<P> & Record<string, string>,
): string {
  return `${page}?${new URLSearchParams(texts)}`;
}
