import { METHODS } from "node:http";
import { findPage } from "../pages/find-page.ts";

const methods = new Set(METHODS);

type Routed = { url: string; routeOptions: { url?: string | undefined } };

/** Returns the route pattern of a request, one of a limited number. Unknown pages are `other`. */
export function labelRoute({ routeOptions, url }: Routed): string {
  const pattern = routeOptions.url ?? "";
  if (pattern.startsWith("/assets/")) return "/assets/*";
  if (pattern !== "" && pattern !== "/*") return pattern;
  const [path = ""] = url.split("?", 1);
  return findPage(path)?.replace("$", ":") ?? "other";
}

/** Returns the method, or `other` if Node does not know it. */
export function labelMethod(method: string): string {
  return methods.has(method) ? method : "other";
}
