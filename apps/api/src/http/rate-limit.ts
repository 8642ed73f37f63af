import { DomainError } from "@studbook/domain/errors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { MAX_CALLS, splitCalls } from "../trpc-calls.ts";
import { type Networks, networksOf, SITE_FACTOR } from "./network.ts";
import { decodedPath } from "./request-path.ts";
import { createWindows } from "./windows.ts";

/** What one network may ask of a server in a minute. */
export type RequestLimits = {
  /** Calls under /api and /trpc; a batch is as many as it has. */
  calls: number;
  /** Pages, and whatever else is asked for. */
  pages: number;
  /** Photos and the web app's own files, which come in dozens with a page. */
  files: number;
};

const WINDOW_MS = 60_000;
const PROBES = new Set(["/livez", "/readyz"]);

/** Keeps one network from taking a whole server; limits on tries are the procedures' own. */
export function registerRateLimit(app: FastifyInstance, limits: RequestLimits): void {
  const windows = createWindows(WINDOW_MS);
  app.addHook("onRequest", async (request, reply) => {
    const path = decodedPath(request.url);
    if (PROBES.has(path)) return;
    const kind = kindOf(request, path);
    const cost = kind === "calls" ? costOf(request, path) : 1;
    const { own, site }: Networks = networksOf(request.ip);
    const max = limits[kind];
    const counted = windows.count(`${kind} ${own}`, cost);
    const around = site && windows.count(`${kind} ${site}`, cost);
    reply.headers({
      "RateLimit-Limit": max,
      "RateLimit-Remaining": Math.max(0, max - counted.n),
      "RateLimit-Reset": counted.secondsLeft,
    });
    if (counted.n > max) throw tooMany(counted.secondsLeft);
    if (around && around.n > max * SITE_FACTOR) throw tooMany(around.secondsLeft);
  });
}

/** Whether a request asks for a page or for what a call knows, and changes nothing. */
export function isRead(request: FastifyRequest): boolean {
  const path = decodedPath(request.url);
  if (PROBES.has(path) || !["GET", "HEAD"].includes(request.method)) return false;
  return kindOf(request, path) !== "files";
}

function kindOf({ routeOptions, is404 }: FastifyRequest, path: string): keyof RequestLimits {
  if (/^\/(?:api|trpc)(?:\/|$)/.test(path)) return "calls";
  if (/^\/photos\//.test(path)) return "files";
  // A file of the web app has a route of its own.
  return is404 || routeOptions.url === "/*" ? "pages" : "files";
}

/** How many calls a request makes; one that has more than fit is refused and costs as many as fit. */
function costOf({ url }: FastifyRequest, path: string): number {
  const [, procedures] = /^\/trpc\/(.*)$/.exec(path) ?? [];
  return procedures === undefined ? 1 : Math.min(MAX_CALLS, splitCalls(url, procedures).length);
}

function tooMany(retryAfterSeconds: number): DomainError {
  const message = `Too many requests. Please try again in ${retryAfterSeconds} seconds.`;
  return new DomainError("TOO_MANY_REQUESTS", message, { details: { retryAfterSeconds } });
}
