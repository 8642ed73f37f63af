import { DomainError } from "@studbook/domain/errors";
import { pluralize } from "@studbook/domain/format";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { costOfPage, createCallCost } from "./call-cost.ts";
import { isPreflight } from "./cross-origin.ts";
import { addressOf, type Networks, networksOf, SITE_FACTOR } from "./network.ts";
import { kindOf, type RequestKind } from "./request-kind.ts";
import { createWindowCounter } from "./window-counter.ts";

/** How many requests of each kind one network may send to a server per minute. */
export type RequestLimits = {
  /** Calls under /api and /trpc, weighted by {@link createCallCost}. */
  calls: number;
  pages: number;
  /** Photos and static files of the web app; a page loads dozens of them. */
  files: number;
  /** A browser may send one before each read of a page of another origin. */
  preflights: number;
  /** Requests to /livez and /readyz. */
  probes: number;
  /** 429 responses; any further ones also close the connection. */
  refusals: number;
};

const WINDOW_MS = 60_000;

const COUNTERS: Record<RequestKind, keyof RequestLimits> = {
  rest: "calls",
  trpc: "calls",
  page: "pages",
  photo: "files",
  file: "files",
  probe: "probes",
};

/** Keeps one network from using up a whole server. Procedures have their own limits on attempts. */
export function registerRateLimit(app: FastifyInstance, limits: RequestLimits): void {
  const windows = createWindowCounter(WINDOW_MS);
  const costOfCalls = createCallCost(app);
  const costOf = (counter: keyof RequestLimits, request: FastifyRequest) => {
    if (counter === "calls") return costOfCalls(request);
    return counter === "pages" ? costOfPage(request.url) : 1;
  };
  app.addHook("onRequest", async (request, reply) => {
    const counter = isPreflight(request) ? "preflights" : COUNTERS[kindOf(request)];
    const cost = costOf(counter, request);
    const { network, site }: Networks = networksOf(addressOf(request));
    const max = limits[counter];
    const networkCount = windows.count(`${counter} ${network}`, cost);
    const siteCount = site && windows.count(`${counter} ${site}`, cost);
    reply.headers({
      "RateLimit-Limit": max,
      "RateLimit-Remaining": Math.max(0, max - networkCount.n),
      "RateLimit-Reset": networkCount.secondsLeft,
    });
    if (networkCount.n > max) throw tooManyRequests(networkCount.secondsLeft);
    if (siteCount && siteCount.n > max * SITE_FACTOR) throw tooManyRequests(siteCount.secondsLeft);
  });
  // A client could otherwise request thousands of refusals a second over one open connection.
  app.addHook("onSend", async (request, reply) => {
    if (reply.statusCode !== 429) return;
    const { network, site } = networksOf(addressOf(request));
    const networkRefusals = windows.count(`refusals ${network}`, 1).n;
    const siteRefusals = site === undefined ? 0 : windows.count(`refusals ${site}`, 1).n;
    if (networkRefusals > limits.refusals || siteRefusals > limits.refusals * SITE_FACTOR) {
      reply.header("Connection", "close");
    }
  });
}

/** The error for a request over the limit, which can be repeated after this many seconds. */
export function tooManyRequests(retryAfterSeconds: number): DomainError {
  const message = `Too many requests. Please try again in ${pluralize(retryAfterSeconds, "second", "seconds")}.`;
  return new DomainError("TOO_MANY_REQUESTS", message, { details: { retryAfterSeconds } });
}
