import { DomainError } from "@studbook/domain/errors";
import { pluralize } from "@studbook/domain/format";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { remember } from "../bounded-map.ts";
import { costOfCalls, costOfPage } from "./call-cost.ts";
import { isPreflight } from "./cross-origin.ts";
import {
  addressOf,
  type Networks,
  networksOf,
  REMEMBERED_ADDRESSES,
  SITE_FACTOR,
} from "./network.ts";
import { kindOf, type RequestKind } from "./request-kind.ts";
import { createWindowCounter } from "./window-counter.ts";

/** How many requests of each kind one network may send to a server per minute. */
export type RequestLimits = {
  /** Calls under /api and /trpc, weighted by {@link costOfCalls}. */
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

/** The result of counting a request. `left` and `secondsLeft` are of the network's window. */
type Counted = { max: number; left: number; secondsLeft: number; retryAfterSeconds?: number };

/** Counts the requests of networks. `retryAfterSeconds` is set for a request over the limit. */
export type RequestCounter = (
  counter: keyof RequestLimits,
  address: string,
  cost: number,
) => Counted;

/** Keeps one network from using up a whole server. Procedures have their own limits on attempts. */
export function registerRateLimit(app: FastifyInstance, limits: RequestLimits): RequestCounter {
  const windows = createWindowCounter(WINDOW_MS);
  const keysOf: Record<keyof RequestLimits, (address: string) => Networks> = {
    calls: findKeysOf("calls"),
    pages: findKeysOf("pages"),
    files: findKeysOf("files"),
    preflights: findKeysOf("preflights"),
    probes: findKeysOf("probes"),
    refusals: findKeysOf("refusals"),
  };
  const count: RequestCounter = (counter, address, cost) => {
    const { network, site } = keysOf[counter](address);
    const max = limits[counter];
    const ofNetwork = windows.count(network, cost);
    const ofSite = site && windows.count(site, cost);
    const { n, secondsLeft } = ofNetwork;
    const counted = { max, left: Math.max(0, max - n), secondsLeft };
    if (n > max) return { ...counted, retryAfterSeconds: secondsLeft };
    if (!ofSite || ofSite.n <= max * SITE_FACTOR) return counted;
    return { ...counted, retryAfterSeconds: ofSite.secondsLeft };
  };
  const costOf = (counter: keyof RequestLimits, request: FastifyRequest) => {
    if (counter === "calls") return costOfCalls(request);
    return counter === "pages" ? costOfPage(request.url) : 1;
  };
  app.addHook("onRequest", (request, reply, done) => {
    const counter = isPreflight(request) ? "preflights" : COUNTERS[kindOf(request)];
    const counted = count(counter, addressOf(request), costOf(counter, request));
    reply.headers({
      "RateLimit-Limit": counted.max,
      "RateLimit-Remaining": counted.left,
      "RateLimit-Reset": counted.secondsLeft,
    });
    const { retryAfterSeconds } = counted;
    if (retryAfterSeconds !== undefined) throw tooManyRequests(retryAfterSeconds);
    done();
  });
  // A client could otherwise request thousands of refusals a second over one open connection.
  app.addHook("onSend", (request, reply, _payload, done) => {
    if (reply.statusCode === 429) {
      const refused = count("refusals", addressOf(request), 1);
      if (refused.retryAfterSeconds !== undefined) reply.header("Connection", "close");
    }
    done();
  });
  return count;
}

/** Returns a function that finds the keys of an address's windows. */
function findKeysOf(counter: keyof RequestLimits): (address: string) => Networks {
  return remember(REMEMBERED_ADDRESSES, (address) => {
    const { network, site } = networksOf(address);
    return { network: `${counter} ${network}`, site: site && `${counter} ${site}` };
  });
}

/** The error for a request over the limit, which can be repeated after this many seconds. */
export function tooManyRequests(retryAfterSeconds: number): DomainError {
  const message = `Too many requests. Please try again in ${pluralize(retryAfterSeconds, "second", "seconds")}.`;
  return new DomainError("TOO_MANY_REQUESTS", message, { details: { retryAfterSeconds } });
}
