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
 * The one spelling of an address: no trailing slash, and only the parameters its page knows, so
 * that campaign tags and junk neither reach the page nor multiply it.
 */
export function canonicalAddress(pathAndQuery: string): string {
  const [rawPath = "", query = ""] = pathAndQuery
    .split("#", 1)
    .join("")
    .split(/\?(.*)/s, 2);
  const path = `/${rawPath.replace(/^[/\\]+|[/\\]+$/g, "")}`;
  const read = QUERY_READERS[path];
  return path + (read ? formatQuery(read(parseQuery(query))) : "");
}
