import type { SERVER_FOLDERS } from "@studbook/domain/requests";
import type { FastifyRequest } from "fastify";

/** The kind of resource that a request is for. */
export type RequestKind = "probe" | "rest" | "trpc" | "photo" | "file" | "page";

// A property rather than a WeakMap entry, which would survive until a full garbage collection.
declare module "fastify" {
  interface FastifyRequest {
    kind?: RequestKind;
  }
}

type Routed = Pick<FastifyRequest, "routeOptions" | "params" | "kind">;

const PROBES = new Set(["/livez", "/readyz"]);
const FOLDERS: Record<(typeof SERVER_FOLDERS)[number] | "/assets", RequestKind> = {
  "/api": "rest",
  "/trpc": "trpc",
  "/photos": "photo",
  "/assets": "file",
};

/**
 * Returns the kind of a request. It is decided by the matched route, never by the spelling of the URL, so that a request
 * always counts against the limit of the matched route. `callNotFound()` does not change it.
 */
export function kindOf(request: Routed): RequestKind {
  request.kind ??= decideKind(request);
  return request.kind;
}

/** The decoded path of a request that matched only the wildcard route. */
export function unroutedPath({ params }: Pick<Routed, "params">): string {
  const rest = typeof params === "object" && params !== null && "*" in params ? params["*"] : "";
  return `/${rest}`;
}

function decideKind(request: Routed): RequestKind {
  const { url: route } = request.routeOptions;
  const isRouted = route !== undefined && route !== "/*";
  if (isRouted && PROBES.has(route)) return "probe";
  const path = isRouted ? route : unroutedPath(request);
  const [, kind] =
    Object.entries(FOLDERS).find(([folder]) => `${path}/`.startsWith(`${folder}/`)) ?? [];
  // Each file of the web app has its own route.
  return kind ?? (isRouted ? "file" : "page");
}
