import { PAGES, type Page, SHARED_PAGES } from "@studbook/domain/pages";

const PATTERNS = PAGES.map(
  (page) => [page, new RegExp(`^${page.replace(/\$\w+/g, "[^/]+")}$`)] as const,
);

/** Returns the page at a path, or undefined if the web app has none there. */
export function findPage(path: string): Page | undefined {
  return PATTERNS.find(([, pattern]) => pattern.test(path))?.[0];
}

/** Whether the document at a path is the same for everyone: that of a shared page or of an unknown path. */
export function isSharedPath(path: string): boolean {
  const page = findPage(path);
  return page === undefined || SHARED_PAGES.includes(page);
}
