import type { FastifyInstance } from "fastify";
import type { QueueKey } from "../fair-queue.ts";
import { gates, tooBusy } from "../gate.ts";
import { labelRoute } from "../metrics/route-label.ts";
import { isPreflight } from "./cross-origin.ts";
import { createEventLoopDelay } from "./event-loop-delay.ts";
import { interceptRequests } from "./intercept-requests.ts";
import { type Priority, priorityOf } from "./priority.ts";
import { createReadRefusals, RETRY_AFTER_SECONDS, type RefusalSite } from "./read-refusals.ts";
import { notReady, type Readiness } from "./readiness.ts";
import type { RequestSlots } from "./request-slots.ts";
import { createStuckRequests } from "./stuck-requests.ts";
import { hasBody } from "./unread-bodies.ts";

/** How long a request of each priority may have to wait, in milliseconds. Beyond that it is refused at once. */
export type OverloadLimits = Record<Exclude<Priority, "health">, number>;

const DEFAULT_LIMITS: OverloadLimits = {
  crawler: 50,
  read: 100,
  change: 1000,
  "sign-in": 1100,
  payment: 1200,
};

/**
 * A queue that is short again soon is a crowd of visitors, a browser that asks for all photos of a page, or a moment in which
 * the server got nothing done. Its requests may wait longer. One that stays long is overload (Nichols and Jacobson,
 * "Controlling Queue Delay", 2012), as is one that refuses more requests than it accepts, by `maxSurplus`. Under overload a
 * queue is short by chance at times, so a burst begins only once nothing has been refused for `calmMs`.
 */
const BURST = { ms: 6000, extraMs: 1750, shortMs: 50, maxSurplus: 50, calmMs: 1000 };

const LOG_PAUSE_MS = 60_000;

// A property rather than a WeakMap entry, which would survive until a full garbage collection.
declare module "fastify" {
  interface FastifyRequest {
    /** Whether it was refused under overload. Such requests are counted, but not logged one by one. */
    isShed?: boolean;
  }
}

type OverloadParts = {
  site: RefusalSite;
  slots: Pick<RequestSlots, "predictWaitMs" | "predictAnonymousWaitMs" | "canReadSoon">;
  readiness: Pick<Readiness, "state">;
};

const READS = new Set(["GET", "HEAD"]);

/**
 * Refuses requests at once that would have to wait too long, so that a server with too much to do spends its time on the
 * others. The wait is predicted from the queue of the request's kind and the delay of the event loop. Also refuses requests
 * that would probably wait in vain (`stuck-requests.ts`).
 *
 * @returns what decides whether a read without a session may be processed without Fastify: only if it would get its slot soon.
 *   It counts as accepted then, because without such reads a quiet server would know of no short queue, and would take the next
 *   crowd for overload.
 */
export function refuseOverload(
  app: FastifyInstance,
  { site, slots, readiness }: OverloadParts,
  overrides: Partial<OverloadLimits> = {},
): (key: QueueKey) => boolean {
  const limits = { ...DEFAULT_LIMITS, ...overrides };
  const delay = createEventLoopDelay();
  const stuck = createStuckRequests(site);
  const isTooLong = {
    crawler: createWaitLimit(limits.crawler),
    read: createWaitLimit(limits.read),
    change: createWaitLimit(limits.change),
    "sign-in": createWaitLimit(limits["sign-in"]),
    payment: createWaitLimit(limits.payment),
  };
  const overload = createRefusalLog(app, "overload", "refusing requests under overload");
  const vain = createRefusalLog(app, "stuck", "refusing requests that would wait in vain");

  const findLongWait = (priority: keyof OverloadLimits, slotWaitMs: number) => {
    const waitMs = Math.round(delay.read() + slotWaitMs);
    return isTooLong[priority](waitMs) ? { priority, waitMs } : undefined;
  };
  const refusals = createReadRefusals(site, ({ priority, slotKind, key }) => {
    delay.sample();
    const wait = findLongWait(priority, slots.predictAnonymousWaitMs(slotKind, key));
    if (wait) overload(wait);
    return wait !== undefined;
  });
  // The usual way ends the connections of a draining server.
  const isDraining = () => readiness.state === "draining";
  interceptRequests(
    app.server,
    (request, response, next) => !isDraining() && refusals.intercept(request, response, next),
  );

  app.addHook("onRequest", (request, reply, done) => {
    delay.sample();
    const priority = priorityOf(request);
    // A page of another origin can read a 503 only after its preflight.
    if (priority === "health" || isPreflight(request)) return done();
    const wait = findLongWait(priority, slots.predictWaitMs(request));
    const database = wait ? undefined : stuck.enter(request);
    if (wait) overload(wait);
    else if (database) vain({ database, route: labelRoute(request) });
    else {
      reply.raw.once("close", () => stuck.leave(request));
      return done();
    }
    const refusal = database === "silent" ? notReady() : tooBusy(RETRY_AFTER_SECONDS);
    request.isShed = true;
    // A body that is still arriving must be read or cut off in the usual way.
    const isSimple = READS.has(request.method) && !hasBody(request);
    if (!isSimple || isDraining()) return done(refusal);
    if (wait) refusals.remember(request, reply);
    refusals.send(request, reply, refusal);
  });
  // Not onResponse, which is not called if the client has disconnected.
  app.addHook("onSend", (request, _reply, _payload, done) => {
    stuck.leave(request);
    done();
  });
  return (key) => {
    if (!slots.canReadSoon(key)) return false;
    delay.sample();
    const waitMs = delay.read() + slots.predictAnonymousWaitMs("reads", key);
    return waitMs <= BURST.shortMs && !isTooLong.read(waitMs);
  };
}

/** Returns a function that counts refused requests as those of a gate and logs a line about them once a minute. */
function createRefusalLog(
  app: FastifyInstance,
  gate: string,
  message: string,
): (details: object) => void {
  let refused = 0;
  let nextLogAt = 0;
  gates.set(gate, () => ({ running: 0, waiting: 0, refused }));
  return (details) => {
    refused++;
    const now = performance.now();
    if (now < nextLogAt) return;
    nextLogAt = now + LOG_PAUSE_MS;
    app.log.warn({ ...details, refused }, message);
  };
}

/** Returns a function that decides, for the requests of one priority, whether a wait is too long. Call it once for each. */
function createWaitLimit(limitMs: number): (waitMs: number) => boolean {
  let burstEndsAt = 0;
  /** How many more requests were refused than accepted of late. */
  let surplus = 0;
  let refusedAt = Number.NEGATIVE_INFINITY;
  return (waitMs) => {
    const now = performance.now();
    if (waitMs <= BURST.shortMs && now - refusedAt > BURST.calmMs) {
      burstEndsAt = now + BURST.ms;
      surplus = 0;
    }
    const isBurst = now < burstEndsAt;
    const isTooLong = waitMs > limitMs + (isBurst ? BURST.extraMs : 0);
    if (isTooLong) refusedAt = now;
    surplus = Math.max(0, surplus + (isTooLong ? 1 : -1));
    if (surplus > BURST.maxSurplus) burstEndsAt = 0;
    return isTooLong;
  };
}
