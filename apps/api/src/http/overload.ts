import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import { describeError, toRestBody, toTrpcBody } from "../errors.ts";
import { gates, tooBusy } from "../gate.ts";
import { BUSY_PAGE_POLICY, renderBusyPage } from "./busy-page.ts";
import { createEventLoopDelay } from "./event-loop-delay.ts";
import { type Priority, priorityOf } from "./priority.ts";
import { kindOf } from "./request-kind.ts";
import type { RequestSlots } from "./request-slots.ts";
import { createStuckRequests } from "./stuck-requests.ts";

/** How long a request of each priority may have to wait, in milliseconds. Beyond that it is refused at once. */
export type OverloadLimits = Record<Exclude<Priority, "health">, number>;

const DEFAULT_LIMITS: OverloadLimits = {
  crawler: 250,
  read: 1000,
  change: 1250,
  "sign-in": 1500,
  payment: 2000,
};

const RETRY_AFTER_SECONDS = 2;
const LOG_PAUSE_MS = 60_000;

// A property rather than a WeakMap entry, which would survive until a full garbage collection.
declare module "fastify" {
  interface FastifyRequest {
    /** Whether it was refused under overload. Such requests are counted, but not logged one by one. */
    isShed?: boolean;
  }
}

/**
 * Refuses requests at once that would have to wait too long, so that a server with too much to do spends its time on the
 * others. The wait is predicted from the queue of the request's kind and the delay of the event loop. Also refuses requests
 * that would probably wait in vain (`stuck-requests.ts`).
 */
export function refuseOverload(
  app: FastifyInstance,
  { site, slots }: { site: Pick<Config, "publicUrl">; slots: RequestSlots },
  overrides: Partial<OverloadLimits> = {},
): void {
  const limits = { ...DEFAULT_LIMITS, ...overrides };
  const delay = createEventLoopDelay();
  const stuck = createStuckRequests(site);
  let refused = 0;
  let nextLogAt = 0;
  gates.set("overload", () => ({ running: 0, waiting: 0, refused }));

  const findReason = (request: FastifyRequest) => {
    const priority = priorityOf(request);
    if (priority === "health") return undefined;
    const waitMs = Math.round(delay.read() + slots.predictWaitMs(request));
    if (waitMs > limits[priority]) return { priority, waitMs };
    return stuck.enter(request) ? undefined : { priority, isStuck: true };
  };

  app.addHook("onRequest", (request, reply, done) => {
    delay.sample();
    const reason = findReason(request);
    if (!reason) {
      reply.raw.once("close", () => stuck.leave(request));
      return done();
    }
    refused++;
    request.isShed = true;
    const now = performance.now();
    if (now >= nextLogAt) {
      nextLogAt = now + LOG_PAUSE_MS;
      request.log.warn({ ...reason, refused }, "refusing requests under overload");
    }
    if (request.method === "GET" || request.method === "HEAD") sendRefusal(request, reply);
    // A body that is still arriving must be read or cut off in the usual way.
    else done(tooBusy(RETRY_AFTER_SECONDS));
  });
  // Not onResponse, which is not called if the client has disconnected.
  app.addHook("onSend", async (request) => stuck.leave(request));
}

const error = describeError(tooBusy(RETRY_AFTER_SECONDS));
const json = { "Content-Type": "application/json; charset=utf-8" };
const html = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": BUSY_PAGE_POLICY,
};

/** The responses to all reads that are refused, which are made once. */
const REFUSALS = {
  page: { headers: html, body: Buffer.from(renderBusyPage(error)) },
  trpc: { headers: json, body: Buffer.from(JSON.stringify(toTrpcBody(error))) },
  rest: { headers: json, body: Buffer.from(JSON.stringify(toRestBody(error))) },
};

/** Skips the hooks of other responses, because refusals must cost as little as possible. */
function sendRefusal(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  const kind = kindOf(request);
  const { headers, body } = REFUSALS[kind === "page" || kind === "trpc" ? kind : "rest"];
  reply.headers(headers).headers({
    "X-Request-Id": request.id,
    "Cache-Control": "no-store",
    "Retry-After": RETRY_AFTER_SECONDS,
    "Content-Length": body.length,
  });
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.raw.writeHead(503).end(request.method === "HEAD" ? undefined : body);
}
