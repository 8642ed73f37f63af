import type { Sandbox } from "../sandbox.ts";
import type { ApiError } from "./api-error.ts";
import type { Tree } from "./form.ts";

/** An authorized call. */
export type Call = {
  sandbox: Sandbox;
  /** The path segment that matches `:id`. */
  id: string;
  params: { [key: string]: Tree };
  /** Made with the publishable key, so by a page. */
  publishable: boolean;
};

export type Route = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  /** The key that a call needs. `publishable` routes accept both keys. */
  access: "secret" | "publishable";
  /** Returns the response. A returned ApiError commits the transaction, a thrown one rolls it back. */
  handle: (call: Call) => object | ApiError;
};

/** Returns the matching route and the value of its `:id`. */
export function findRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): { route: Route; id: string } | undefined {
  const parts = path.split("/");
  for (const route of routes) {
    const pattern = route.path.split("/");
    if (route.method !== method || pattern.length !== parts.length) continue;
    if (!pattern.every((part, at) => part === ":id" || part === parts[at])) continue;
    return { route, id: parts[pattern.indexOf(":id")] ?? "" };
  }
  return undefined;
}
