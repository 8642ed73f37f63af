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
  crawler: 100,
  read: 250,
  change: 1000,
  "sign-in": 1100,
  payment: 1200,
};

/**
 * A queue that is short again soon is a crowd of visitors, or a browser that asks for all photos of a page. Its requests may
 * wait longer. One that stays long is overload (Nichols and Jacobson, "Controlling Queue Delay", 2012).
 */
const BURST = { ms: 500, factor: 2, shortMs: 50 };

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
  const sendRefusal = createRefuser();
  /** When the wait of each priority was last short. */
  const never = Number.NEGATIVE_INFINITY;
  const shortAt = { crawler: never, read: never, change: never, "sign-in": never, payment: never };
  let refused = 0;
  let nextLogAt = 0;
  gates.set("overload", () => ({ running: 0, waiting: 0, refused }));

  const findReason = (request: FastifyRequest) => {
    const priority = priorityOf(request);
    if (priority === "health") return undefined;
    const waitMs = Math.round(delay.read() + slots.predictWaitMs(request));
    const now = performance.now();
    if (waitMs <= BURST.shortMs) shortAt[priority] = now;
    const isBurst = now - shortAt[priority] < BURST.ms;
    if (waitMs > limits[priority] * (isBurst ? BURST.factor : 1)) return { priority, waitMs };
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

const BODIES = {
  page: { headers: html, body: renderBusyPage(error) },
  trpc: { headers: json, body: JSON.stringify(toTrpcBody(error)) },
  rest: { headers: json, body: JSON.stringify(toRestBody(error)) },
};

/**
 * Returns a function that refuses a read. It skips the hooks of other responses and builds the headers once for each kind
 * of request, because a refusal must cost as little as possible.
 */
function createRefuser(): (request: FastifyRequest, reply: FastifyReply) => void {
  const headersOf = new Map<string, string[]>();
  return (request, reply) => {
    const kind = kindOf(request);
    const { headers, body } = BODIES[kind === "page" || kind === "trpc" ? kind : "rest"];
    const key = `${kind} ${request.isOpenRead}`;
    let fixed = headersOf.get(key);
    if (!fixed) {
      reply.headers(headers).headers({
        "Cache-Control": "no-store",
        "Retry-After": RETRY_AFTER_SECONDS,
        "Content-Length": Buffer.byteLength(body),
      });
      fixed = Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
      headersOf.set(key, fixed);
    }
    reply.hijack();
    reply.raw
      .writeHead(503, [...fixed, "x-request-id", request.id])
      .end(request.method === "HEAD" ? undefined : body);
  };
}
