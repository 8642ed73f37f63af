import { DomainError } from "@studbook/domain/errors";
import type { FastifyInstance } from "fastify";
import { createCallCost } from "./call-cost.ts";
import { addressOf, type Networks, networksOf, SITE_FACTOR } from "./network.ts";
import { kindOf, type RequestKind } from "./request-kind.ts";
import { createWindows } from "./windows.ts";

/** What one network may ask of a server in a minute. */
export type RequestLimits = {
  /** Calls under /api and /trpc; a batch is as many as it has, and a long list is several. */
  calls: number;
  /** Pages. */
  pages: number;
  /** Photos and the web app's own files, which come in dozens with a page. */
  files: number;
  /** Whether the server lives and is ready. */
  probes: number;
  /** Answers that it was too much, after which every other one ends its connection. */
  refusals: number;
};

const WINDOW_MS = 60_000;

const COUNTED_AS: Record<RequestKind, keyof RequestLimits> = {
  rest: "calls",
  trpc: "calls",
  page: "pages",
  photo: "files",
  file: "files",
  probe: "probes",
};

/** Keeps one network from taking a whole server; limits on tries are the procedures' own. */
export function registerRateLimit(app: FastifyInstance, limits: RequestLimits): void {
  const windows = createWindows(WINDOW_MS);
  const costOfCalls = createCallCost(app);
  app.addHook("onRequest", async (request, reply) => {
    const counter = COUNTED_AS[kindOf(request)];
    const cost = counter === "calls" ? costOfCalls(request) : 1;
    const { own, site }: Networks = networksOf(addressOf(request));
    const max = limits[counter];
    const counted = windows.count(`${counter} ${own}`, cost);
    const around = site && windows.count(`${counter} ${site}`, cost);
    reply.headers({
      "RateLimit-Limit": max,
      "RateLimit-Remaining": Math.max(0, max - counted.n),
      "RateLimit-Reset": counted.secondsLeft,
    });
    if (counted.n > max) throw tooMany(counted.secondsLeft);
    if (around && around.n > max * SITE_FACTOR) throw tooMany(around.secondsLeft);
  });
  // Over a connection that stays open one client gets thousands of refusals a second.
  app.addHook("onSend", async (request, reply) => {
    if (reply.statusCode !== 429) return;
    const { own, site } = networksOf(addressOf(request));
    const ofOwn = windows.count(`refusals ${own}`, 1).n;
    const ofSite = site === undefined ? 0 : windows.count(`refusals ${site}`, 1).n;
    if (ofOwn > limits.refusals || ofSite > limits.refusals * SITE_FACTOR) {
      reply.header("Connection", "close");
    }
  });
}

function tooMany(retryAfterSeconds: number): DomainError {
  const message = `Too many requests. Please try again in ${retryAfterSeconds} seconds.`;
  return new DomainError("TOO_MANY_REQUESTS", message, { details: { retryAfterSeconds } });
}
