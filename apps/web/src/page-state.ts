import type { DehydratedState } from "@tanstack/react-query";
import type { Settings } from "./settings.ts";

export const STATE_ID = "__state";

/** What travels inside a document. `queries` is absent where the page is rendered in the browser alone. */
export type PageState = { settings: Settings; queries?: DehydratedState };

/** Writes JSON so that it can stand inside a script element. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/** The state in this document; undefined under the development server, which sends none. */
export function findPageState(): PageState | undefined {
  const text = document.getElementById(STATE_ID)?.textContent;
  return text ? JSON.parse(text) : undefined;
}
