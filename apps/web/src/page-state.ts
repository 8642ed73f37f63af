import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { Settings } from "./settings.ts";

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

/** The state in this document; undefined under the development server, which sends none. */
export function findPageState(): PageState | undefined {
  const text = document.getElementById(STATE_ID)?.textContent;
  return text ? JSON.parse(text) : undefined;
}
