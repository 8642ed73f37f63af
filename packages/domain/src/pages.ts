/** The paths of the web app's pages, as its router writes them: a segment that starts with `$` varies. */
export const PAGES = [
  "/",
  "/account",
  "/ad/$id",
  "/admin",
  "/admin/audit",
  "/admin/coupons",
  "/admin/users",
  "/checkout",
  "/contact",
  "/create-ad",
  "/edit-ad/$id",
  "/forgot-password",
  "/login",
  "/my-ads",
  "/privacy",
  "/reset-password",
  "/restore-email",
  "/search",
  "/signup",
  "/signup/payment",
  "/terms",
  "/verify-email",
] as const;

export type Page = (typeof PAGES)[number];

/** The pages that load Stripe's script, so their documents have a content security policy of their own. */
export const PAYMENT_PAGES: readonly string[] = ["/checkout", "/signup/payment"] satisfies Page[];

/** Where Stripe's local stand-in serves its script. */
export const STAND_IN_SCRIPT = "/v3/stripe.js";

/** The folders of addresses that the server answers without the web app. */
export const SERVER_FOLDERS = ["/api", "/trpc", "/photos"] as const;

/** The search parameters that each page reads, in the order of its canonical address. No page gets any other. */
export const SEARCH_PARAMETERS = {
  "/admin/audit": ["action", "actor", "subject", "from", "to"],
  "/admin/users": ["q", "tier", "active", "expiring"],
  "/checkout": ["tier"],
  "/login": ["next"],
  "/reset-password": ["token"],
  "/restore-email": ["token"],
  "/search": ["breed", "state", "cursor"],
  "/signup/payment": ["tier", "client_secret"],
  "/verify-email": ["token"],
} as const satisfies Partial<Record<Page, readonly string[]>>;

/** A page that reads search parameters. */
export type SearchPage = keyof typeof SEARCH_PARAMETERS;

type SearchParameter<P extends SearchPage> = (typeof SEARCH_PARAMETERS)[P][number];

/** The texts of the search parameters that a page reads. */
export type SearchTexts<P extends SearchPage> = { [Name in SearchParameter<P>]?: string };

/** Returns the path of a page with all of its search parameters. */
export function pageAddress<P extends SearchPage>(
  page: P,
  texts: Record<SearchParameter<P>, string>,
): string {
  return `${page}?${new URLSearchParams(texts)}`;
}
