import { METHODS } from "node:http";

/** The pages of the web app; what else is asked for as a page is `other`. */
export const PAGES = [
  "/",
  "/account",
  "/ad/:id",
  "/admin",
  "/admin/audit",
  "/admin/coupons",
  "/admin/users",
  "/checkout",
  "/contact",
  "/create-ad",
  "/edit-ad/:id",
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
];

const known = new Set(PAGES);
const ONE_ID = /^\/(ad|edit-ad)\/[^/]+$/;
const methods = new Set(METHODS);

type Routed = { url: string; routeOptions: { url?: string | undefined } };

/** The pattern that a request was routed by: of a bounded number, whatever is asked for. */
export function labelRoute({ routeOptions, url }: Routed): string {
  const pattern = routeOptions.url ?? "";
  if (pattern.startsWith("/assets/")) return "/assets/*";
  if (pattern !== "" && pattern !== "/*") return pattern;
  const [path = ""] = url.split("?", 1);
  const page = path.replace(ONE_ID, "/$1/:id");
  return known.has(page) ? page : "other";
}

/** The method, of those that Node reads. */
export function labelMethod(method: string): string {
  return methods.has(method) ? method : "other";
}
