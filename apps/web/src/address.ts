import { SEARCH_PARAMETERS, type SearchPage, type SearchTexts } from "@studbook/domain/pages";

type Query = Record<string, unknown>;

/**
 * Returns what reads the search parameters of a page, for its route's `validateSearch`: the declared ones that are not
 * empty. The page itself decides whether their values are valid. A route must state the type argument, because the
 * router's types would infer all pages.
 */
export function queryReader<P extends SearchPage>(page: P): (query: Query) => SearchTexts<P> {
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
  return path in SEARCH_PARAMETERS;
}

/** Parses a query string as plain text, without the router's JSON. The last value of a repeated name wins. */
export function parseQuery(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Returns the query string with its '?', or '' if no value is set. */
export function formatQuery(query: object): string {
  const set = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(set).toString();
  return text && `?${text}`;
}

/**
 * Returns the only spelling of an address that a page is served under: no redundant slashes, no `$` (the router reads
 * it as the start of a parameter's name), and only the parameters that the page declares. The path is split rather than
 * matched, because a regular expression for trailing slashes is quadratic in a path of 16,000 slashes.
 */
export function canonicalAddress(pathAndQuery: string): string {
  const [rawPath = "", query = ""] = pathAndQuery
    .split("#", 1)
    .join("")
    .split(/\?(.*)/s, 2);
  const path = `/${rawPath.split(/[/\\]/).filter(Boolean).join("/").replaceAll("$", "%24")}`;
  if (!isSearchPage(path)) return path;
  return path + formatQuery(queryReader(path)(parseQuery(query)));
}

/** Returns the canonical address of a location or URL. */
export function addressOf({ pathname, search }: Pick<URL, "pathname" | "search">): string {
  return canonicalAddress(pathname + search);
}
