import type { Sandbox } from "../sandbox.ts";
import type { ApiError } from "./api-error.ts";
import type { Tree } from "./form.ts";

/** A call that has been let through. */
export type Call = {
  sandbox: Sandbox;
  /** The part of the address that a route's `:id` stands for. */
  id: string;
  params: { [key: string]: Tree };
  /** Made with the publishable key: by a page, not by its server. */
  publishable: boolean;
};

export type Route = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  /** Who may call it: the holder of the secret key alone, or pages too. */
  access: "secret" | "publishable";
  /** Answers with an object. An ApiError that is returned keeps what was written; one thrown undoes it. */
  handle: (call: Call) => object | ApiError;
};

/** The route of an address and the value of its `:id`. */
export function findRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): { route: Route; id: string } | undefined {
  const parts = path.split("/");
  for (const route of routes) {
    const wanted = route.path.split("/");
    if (route.method !== method || wanted.length !== parts.length) continue;
    if (!wanted.every((part, at) => part === ":id" || part === parts[at])) continue;
    return { route, id: parts[wanted.indexOf(":id")] ?? "" };
  }
  return undefined;
}
