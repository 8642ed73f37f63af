/** The paths of the web app's pages in its router's syntax: a segment that starts with `$` is a parameter. */
export const PAGES = [
  "/",
  "/account",
  "/ad/$id",
  "/ad/$id/print",
  "/admin",
  "/admin/audit",
  "/admin/coupons",
  "/admin/users",
  "/checkout",
  "/contact",
  "/create-ad",
  "/credits",
  "/edit-ad/$id",
  "/forgot-password",
  "/login",
  "/my-ads",
  "/owners/$id",
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

/** The pages whose documents are the same for everyone, as is the page of an unknown path. */
export const SHARED_PAGES: readonly Page[] = [
  "/",
  "/ad/$id",
  "/contact",
  "/credits",
  "/owners/$id",
  "/privacy",
  "/search",
  "/terms",
];

/** The support address of the demo and of development. */
export const DEFAULT_SUPPORT_EMAIL = "support@example.com";

/** The path of the Stripe sandbox's script. */
export const SANDBOX_SCRIPT_PATH = "/v3/stripe.js";

/** The search parameters of each page, in the order of its canonical URL. All others are removed. */
export const SEARCH_PARAMETERS = {
  "/admin/audit": ["action", "actor", "subject", "from", "to", "pages"],
  "/admin/coupons": ["pages"],
  "/admin/users": ["q", "tier", "active", "expiring", "pages"],
  "/checkout": ["tier", "coupon"],
  "/create-ad": ["from"],
  "/login": ["next"],
  "/my-ads": ["pages"],
  "/owners/$id": ["pages"],
  "/reset-password": ["token"],
  "/restore-email": ["token"],
  "/search": ["breed", "state", "cursor", "pages"],
  "/signup/payment": ["tier", "client_secret"],
  "/verify-email": ["token", "signup"],
} as const satisfies Partial<Record<Page, readonly string[]>>;

/** A page that reads search parameters. */
export type SearchPage = keyof typeof SEARCH_PARAMETERS;

type SearchParameter<P extends SearchPage> = (typeof SEARCH_PARAMETERS)[P][number];

/** The raw search parameters of a page. */
export type SearchTexts<P extends SearchPage> = { [Name in SearchParameter<P>]?: string };
