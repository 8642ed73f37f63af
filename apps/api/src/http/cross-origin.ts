import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isOpenProcedure } from "../openapi/procedures.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Pages of any origin may send reads of this route, without cookies. */
    isOpen?: true;
  }
  // A property rather than a WeakMap entry, which would survive until a full garbage collection.
  interface FastifyRequest {
    isOpenRead?: boolean;
  }
}

/** The headers of responses that scripts of other origins may read, apart from those that they can always read. */
const EXPOSED_HEADERS = [
  "ETag",
  "Link",
  "RateLimit-Limit",
  "RateLimit-Remaining",
  "RateLimit-Reset",
  "Retry-After",
  "X-Request-Id",
  "X-Total-Count",
];

/** The headers of every response to an open read. */
export const OPEN = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED_HEADERS.join(", "),
  "Cross-Origin-Resource-Policy": "cross-origin",
};

/** The request headers that pages of other origins may set, apart from those that browsers always allow. */
export const ALLOWED_HEADERS = ["Content-Type", "If-None-Match"];

export const PREFLIGHT = {
  "Access-Control-Allow-Methods": "GET, HEAD",
  "Access-Control-Allow-Headers": ALLOWED_HEADERS.join(", "),
  // Browsers remember a preflight for two hours to a day at most.
  "Access-Control-Max-Age": "86400",
};

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Lets pages of every origin read the open routes and procedures, including their errors. Browsers send no cookies with
 * such requests and do not show scripts responses to requests with cookies. Call this before the routes are registered.
 */
export function openReadsToOtherOrigins(app: FastifyInstance): void {
  const openUrls = new Set<string>();
  app.addHook("onRoute", ({ url, config }) => {
    if (config?.isOpen) openUrls.add(url);
  });
  const isOpen = (request: FastifyRequest) => {
    const { url } = request.routeOptions;
    if (!READS.has(request.method) || url === undefined) return false;
    return openUrls.has(url) || callsOnlyOpenProcedures(request);
  };
  app.addHook("onRequest", (request, reply, done) => {
    if (isOpen(request)) {
      request.isOpenRead = true;
      reply.headers(OPEN);
    }
    done();
  });
}

/** Answers preflights of open reads. They count toward a limit of their own, and no other check applies to them. */
export function answerPreflights(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (isPreflight(request)) reply.code(204).headers(PREFLIGHT).send();
    else done();
  });
}

export function isPreflight({ method, isOpenRead }: FastifyRequest): boolean {
  return method === "OPTIONS" && isOpenRead === true;
}

/** Keeps pages of other origins from using a response that depends on the caller. */
export function closeToOtherOrigins(reply: FastifyReply): void {
  reply.removeHeader("Access-Control-Allow-Origin");
  reply.removeHeader("Access-Control-Expose-Headers");
  reply.header("Cross-Origin-Resource-Policy", "same-origin");
}

/** Whether a request under /trpc is for open procedures only; the calls of a batch share one response. */
function callsOnlyOpenProcedures({ routeOptions, params }: FastifyRequest): boolean {
  if (routeOptions.url !== "/trpc/:path") return false;
  const isNamed = typeof params === "object" && params !== null && "path" in params;
  return isNamed && String(params.path).split(",").every(isOpenProcedure);
}
