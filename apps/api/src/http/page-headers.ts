import { DEFAULT_PAGE_SIZE } from "@studbook/domain/page-sizes";
import { parseQuery } from "./query.ts";

const DEFAULT_LIMIT = `${DEFAULT_PAGE_SIZE}`;

/** What the link to the next page of a list consists of. */
export type PageLinks = { publicUrl: string; parameters: readonly string[] };

/**
 * Returns the headers of a page of a list: the exact total, and the link to the next page (RFC 8288) if there is one. All
 * queries for the same list get the same link, because stored responses are sent to others than the client that requested them
 * first. So the link lacks unknown and empty parameters and the default limit, and the others are sorted.
 *
 * @param url the path and query of the request, which was valid
 */
export function pageHeadersOf(
  url: string,
  { publicUrl, parameters }: PageLinks,
  { total, nextCursor }: { total: number; nextCursor: string | null },
): { "x-total-count": number; link?: string } {
  if (!nextCursor) return { "x-total-count": total };
  const query = new URLSearchParams();
  for (const [name, text] of [...parseQuery(url)].sort()) {
    const value = name === "limit" ? `${Number(text)}` : text;
    const isDefault = value === "" || (name === "limit" && value === DEFAULT_LIMIT);
    if (isDefault || name === "cursor" || !parameters.includes(name)) continue;
    if (!query.has(name, value)) query.append(name, value);
  }
  query.append("cursor", nextCursor);
  const [path = ""] = url.split(/[?#]/, 1);
  return { "x-total-count": total, link: `<${publicUrl}${path}?${query}>; rel="next"` };
}
