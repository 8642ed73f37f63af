import { SEARCH_PARAMETERS, type SearchPage, type SearchTexts } from "@studbook/domain/pages";
import { readSearchFilters } from "./features/ads/search-filters.ts";

type Query = Record<string, unknown>;

/** How each page reads its search parameters, for its route's `validateSearch` and for its canonical address. */
export const QUERY_READERS = {
  "/admin/audit": readTexts("/admin/audit"),
  "/admin/users": readTexts("/admin/users"),
  "/checkout": readTexts("/checkout"),
  "/login": readTexts("/login"),
  "/reset-password": readTexts("/reset-password"),
  "/restore-email": readTexts("/restore-email"),
  "/search": readSearchFilters,
  "/signup/payment": readTexts("/signup/payment"),
  "/verify-email": readTexts("/verify-email"),
} satisfies { [P in SearchPage]: (query: Query) => SearchTexts<P> };

/** Takes the declared parameters that have a text, whatever it says: whether it makes sense is for the page to say. */
function readTexts<P extends SearchPage>(page: P): (query: Query) => SearchTexts<P> {
  return (query) => {
    const texts: SearchTexts<P> = {};
    const names: readonly (keyof SearchTexts<P> & string)[] = SEARCH_PARAMETERS[page];
    for (const name of names) {
      const text = query[name];
      if (typeof text === "string" && text) texts[name] = text;
    }
    return texts;
  };
}

function isSearchPage(path: string): path is SearchPage {
  return path in QUERY_READERS;
}

/** Query strings of this site are plain text: no JSON in them, and the last of a repeated name counts. */
export function parseQuery(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** The query string with its '?', or '' when nothing is set. */
export function formatQuery(query: object): string {
  const set = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(set).toString();
  return text && `?${text}`;
}

/**
 * The one spelling of an address: no slash that separates nothing, no `$`, which the router takes for the start of a
 * parameter's name, and only the parameters its page knows, so that campaign tags and junk neither reach the page nor
 * multiply it. A path is split, because a pattern for its last slashes is tried at each of 16,000 others.
 */
export function canonicalAddress(pathAndQuery: string): string {
  const [rawPath = "", query = ""] = pathAndQuery
    .split("#", 1)
    .join("")
    .split(/\?(.*)/s, 2);
  const path = `/${rawPath.split(/[/\\]/).filter(Boolean).join("/").replaceAll("$", "%24")}`;
  if (!isSearchPage(path)) return path;
  return path + formatQuery(QUERY_READERS[path](parseQuery(query)));
}
