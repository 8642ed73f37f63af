import type { Settings } from "@studbook/api/page-contract";
import type { QueryClient, QueryKey } from "@tanstack/react-query";

export const STATE_ID = "__state";

/** The cached data of a response and its query key. */
type CachedResponse = [key: QueryKey, data: unknown];

/** The state embedded in a document. `responses` is absent if the page is rendered only in the browser. */
export type PageState = { settings: Settings; responses?: CachedResponse[] };

/** Returns the responses that a page was rendered from. Failed queries are left out, so that the browser retries them. */
export function listResponses(queryClient: QueryClient): CachedResponse[] {
  return queryClient
    .getQueryCache()
    .findAll({ predicate: ({ state }) => state.status === "success" })
    .map(({ queryKey, state }) => [queryKey, state.data]);
}

/** Returns JSON that is safe inside a script element. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/** Returns the state in this document. Throws if there is none. */
export function getPageState(): PageState {
  const text = document.getElementById(STATE_ID)?.textContent;
  if (!text) throw new Error(`The document has no #${STATE_ID}`);
  return JSON.parse(text);
}
