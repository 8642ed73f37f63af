import { createHash } from "node:crypto";
import ad from "../critical/ad.css?inline";
import home from "../critical/home.css?inline";
import search from "../critical/search.css?inline";
import text from "../critical/text.css?inline";
import { dropUnusedProperties } from "./drop-unused-properties.ts";

/** Styles for a style element, and their hash for the content security policy. */
export type CriticalStyles = { css: string; hash: string };

const BY_ROUTE = new Map([
  ["/(landing)/", withHash(home)],
  ["/(landing)/ad/$id", withHash(ad)],
  ["/(landing)/search", withHash(search)],
]);
const OTHERS = withHash(text);

/** Returns what the first paint of a page needs, which for one that is not found is not what its route needs. */
export function findCriticalStyles(routeId: string, isFound: boolean): CriticalStyles {
  return (isFound && BY_ROUTE.get(routeId)) || OTHERS;
}

function withHash(styles: string): CriticalStyles {
  const css = dropUnusedProperties(styles);
  return { css, hash: `sha256-${createHash("sha256").update(css).digest("base64")}` };
}
