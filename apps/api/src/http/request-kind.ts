import type { SERVER_FOLDERS } from "@studbook/domain/pages";
import type { FastifyRequest } from "fastify";

/** What a request asks for; of these only a page is rendered. */
export type RequestKind = "probe" | "rest" | "trpc" | "photo" | "file" | "page";

// A property, because what a WeakMap holds lives until the whole heap is collected.
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
 * What a request asks for. Decided by where it was routed, and never by how its address is spelled, so that no limit
 * counts it as one thing while it is answered as another. `callNotFound()` does not change it.
 */
export function kindOf(request: Routed): RequestKind {
  request.kind ??= decideKind(request);
  return request.kind;
}

/** The path, decoded, of a request that no route of its own takes. */
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
  // A file of the web app has a route of its own.
  return kind ?? (isRouted ? "file" : "page");
}
