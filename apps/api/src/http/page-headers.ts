import { parseQuery } from "./query.ts";

/** What the link to the next page of a list consists of. */
export type PageLinks = { publicUrl: string; parameters: readonly string[] };

/**
 * Returns the headers of a page of a list: the exact total, and the link to the next page (RFC 8288) if there is one.
 *
 * @param url the path and query of the request
 */
export function pageHeadersOf(
  url: string,
  { publicUrl, parameters }: PageLinks,
  { total, nextCursor }: { total: number; nextCursor: string | null },
): { "x-total-count": number; link?: string } {
  if (!nextCursor) return { "x-total-count": total };
  // Only what the call reads, because the response is the same whatever else was sent.
  const known = [...parseQuery(url)].filter(
    ([name]) => parameters.includes(name) && name !== "cursor",
  );
  const next = new URLSearchParams([...known, ["cursor", nextCursor]]);
  const [path = ""] = url.split(/[?#]/, 1);
  return { "x-total-count": total, link: `<${publicUrl}${path}?${next}>; rel="next"` };
}
