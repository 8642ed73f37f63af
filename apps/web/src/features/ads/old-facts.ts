import type { OldFactOfAd } from "@studbook/domain/schemas/record/old-fact";
import { useQueries } from "@tanstack/react-query";
import { apiQuery, type Data } from "../../trpc.ts";

/** Which page of the signed-in user's listings. */
type Page = { cursor: string | null; limit: number };

/** The facts that are old in the listings of a page of `ownAds`. */
export function oldFacts(data: Data, { cursor, limit }: Page) {
  return apiQuery(data, "ads.oldFacts", { limit, ...(cursor && { cursor }) });
}

/** Returns the old facts of the listings on these pages. The list is empty until they have loaded, and if that fails. */
export function useOldFacts(data: Data, pages: readonly Page[]): OldFactOfAd[] {
  const results = useQueries({ queries: pages.map((page) => oldFacts(data, page)) });
  return results.flatMap((result) => result.data ?? []);
}
