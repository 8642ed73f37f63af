import { METHODS } from "node:http";
import { findPage } from "../pages/find-page.ts";

const methods = new Set(METHODS);

type Routed = { url: string; routeOptions: { url?: string | undefined } };

/** The pattern that a request was routed by: of a bounded number, whatever is asked for. A page that the web app does not have is `other`. */
export function labelRoute({ routeOptions, url }: Routed): string {
  const pattern = routeOptions.url ?? "";
  if (pattern.startsWith("/assets/")) return "/assets/*";
  if (pattern !== "" && pattern !== "/*") return pattern;
  const [path = ""] = url.split("?", 1);
  return findPage(path)?.replace("$", ":") ?? "other";
}

/** The method, of those that Node reads. */
export function labelMethod(method: string): string {
  return methods.has(method) ? method : "other";
}
