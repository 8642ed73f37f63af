import type { Settings } from "@studbook/api/page-contract";
import type { QueryClient, QueryKey } from "@tanstack/react-query";

export const STATE_ID = "__state";

/** An answer and the key it is kept under. */
type Answer = [key: QueryKey, data: unknown];

/** What travels inside a document. `answers` is absent where the page is rendered in the browser alone. */
export type PageState = { settings: Settings; answers?: Answer[] };

/** What was asked for to render a page. What failed is left out, so that the browser asks again. */
export function listAnswers(queryClient: QueryClient): Answer[] {
  return queryClient
    .getQueryCache()
    .findAll({ predicate: ({ state }) => state.status === "success" })
    .map(({ queryKey, state }) => [queryKey, state.data]);
}

/** Writes JSON so that it can stand inside a script element. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/** Returns the state in this document. Throws without one. */
export function getPageState(): PageState {
  const text = document.getElementById(STATE_ID)?.textContent;
  if (!text) throw new Error(`The document has no #${STATE_ID}`);
  return JSON.parse(text);
}
