import { DEFAULT_PAGE_SIZE } from "@studbook/domain/page-sizes";
import { parseQuery } from "./query.ts";

const DEFAULT_LIMIT = `${DEFAULT_PAGE_SIZE}`;

/** What the link to the next page of a list consists of. */
export type PageLinks = { publicUrl: string; parameters: readonly string[] };

/**
 * Returns the headers of a page of a list: the exact total, and the link to the next page (RFC 8288) if there is one. The link
 * is the same for all spellings of a request, so that whoever makes a stored response cannot choose what others get.
 *
 * @param url the path and query of the request
 */
export function pageHeadersOf(
  url: string,
  { publicUrl, parameters }: PageLinks,
  { total, nextCursor }: { total: number; nextCursor: string | null },
): { "x-total-count": number; link?: string } {
  if (!nextCursor) return { "x-total-count": total };
  const known = [...parseQuery(url)]
    .filter(([name]) => parameters.includes(name) && name !== "cursor")
    .filter(([name, value]) => value !== "" && !(name === "limit" && value === DEFAULT_LIMIT))
    .map((pair) => new URLSearchParams([pair]).toString());
  const cursor = new URLSearchParams({ cursor: nextCursor }).toString();
  const query = [...new Set(known.sort()), cursor].join("&");
  const [path = ""] = url.split(/[?#]/, 1);
  return { "x-total-count": total, link: `<${publicUrl}${path}?${query}>; rel="next"` };
}
