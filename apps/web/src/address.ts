import { readAuditQuery, readUsersQuery } from "./features/admin/admin-query.ts";
import { readSearchFilters } from "./features/ads/search-filters.ts";
import { readLinkQuery } from "./features/auth/link-query.ts";
import { readLoginQuery } from "./features/auth/login-query.ts";
import { readPaymentQuery, readTier } from "./features/payments/payment-query.ts";

const QUERY_READERS: Record<string, (query: Record<string, unknown>) => object> = {
  "/search": readSearchFilters,
  "/login": readLoginQuery,
  "/reset-password": readLinkQuery,
  "/verify-email": readLinkQuery,
  "/restore-email": readLinkQuery,
  "/checkout": readTier,
  "/signup/payment": readPaymentQuery,
  "/admin/users": readUsersQuery,
  "/admin/audit": readAuditQuery,
};

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
  const read = QUERY_READERS[path];
  return path + (read ? formatQuery(read(parseQuery(query))) : "");
}
