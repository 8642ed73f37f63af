import { DomainError } from "@studbook/domain/errors";
import { pluralize } from "@studbook/domain/format";
import type { FastifyInstance } from "fastify";
import { createCallCost } from "./call-cost.ts";
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
  app.addHook("onRequest", async (request, reply) => {
    const counter = COUNTERS[kindOf(request)];
    const cost = counter === "calls" ? costOfCalls(request) : 1;
    const { own, site }: Networks = networksOf(addressOf(request));
    const max = limits[counter];
    const ownCount = windows.count(`${counter} ${own}`, cost);
    const siteCount = site && windows.count(`${counter} ${site}`, cost);
    reply.headers({
      "RateLimit-Limit": max,
      "RateLimit-Remaining": Math.max(0, max - ownCount.n),
      "RateLimit-Reset": ownCount.secondsLeft,
    });
    if (ownCount.n > max) throw tooMany(ownCount.secondsLeft);
    if (siteCount && siteCount.n > max * SITE_FACTOR) throw tooMany(siteCount.secondsLeft);
  });
  // A client could otherwise request thousands of refusals a second over one open connection.
  app.addHook("onSend", async (request, reply) => {
    if (reply.statusCode !== 429) return;
    const { own, site } = networksOf(addressOf(request));
    const ownRefusals = windows.count(`refusals ${own}`, 1).n;
    const siteRefusals = site === undefined ? 0 : windows.count(`refusals ${site}`, 1).n;
    if (ownRefusals > limits.refusals || siteRefusals > limits.refusals * SITE_FACTOR) {
      reply.header("Connection", "close");
    }
  });
}

function tooMany(retryAfterSeconds: number): DomainError {
  const message = `Too many requests. Please try again in ${pluralize(retryAfterSeconds, "second", "seconds")}.`;
  return new DomainError("TOO_MANY_REQUESTS", message, { details: { retryAfterSeconds } });
}
