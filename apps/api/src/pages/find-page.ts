import { PAGES, type Page } from "@studbook/domain/pages";

const PATTERNS = PAGES.map(
  (page) => [page, new RegExp(`^${page.replace(/\$\w+/g, "[^/]+")}$`)] as const,
);

/** Returns the page at a path, or undefined if the web app has none there. */
export function findPage(path: string): Page | undefined {
  return PATTERNS.find(([, pattern]) => pattern.test(path))?.[0];
}
