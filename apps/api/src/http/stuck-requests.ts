import type { WaitBudget } from "@studbook/db/wait-budget";
import type { FastifyRequest } from "fastify";
import { mayHaveSession } from "../auth/cookie.ts";
import { findRecentUser } from "../auth/recent-sessions.ts";
import { BoundedMap } from "../bounded-map.ts";
import type { Config } from "../config.ts";
import { findPage } from "../pages/find-page.ts";
import { addressOf } from "./network.ts";
import { anonymousKeyOf } from "./queue-key.ts";
import { kindOf, unroutedPath } from "./request-kind.ts";

/** How long requests are let in one at a time after one of them has waited for the database in vain. */
const STUCK_MS = 2000;
const MAX_REMEMBERED = 1000;

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

type Stuck = { reason: NonNullable<WaitBudget["gaveUp"]>; until: number };

// A property rather than a WeakMap entry, which would survive until a full garbage collection.
declare module "fastify" {
  interface FastifyRequest {
    stuckKey?: string | undefined;
  }
}

export type StuckRequests = {
  /**
   * Lets a request in, or returns why it would probably wait in vain: the database is busy, as during a lock, or silent. If
   * the request is let in, call `leave` when it is done.
   */
  enter(request: FastifyRequest): WaitBudget["gaveUp"];
  /** Can be called more than once. */
  leave(request: FastifyRequest): void;
};

/**
 * Notices when requests wait in vain for the same locked row or table, or for a database that does not respond, and lets
 * further ones like them in one at a time, until one succeeds. They would otherwise take the connections of all others.
 * Reads are alike if their route is the same and they have a session or not, a signed-in user's changes if the user is the
 * same, and other changes, such as sign-ins, if their route and the client's network are the same.
 */
export function createStuckRequests(site: Pick<Config, "publicUrl">): StuckRequests {
  const inProgress = new Map<string, number>();
  const stuck = new BoundedMap<string, Stuck>(MAX_REMEMBERED);

  return {
    enter(request) {
      const key = keyOf(request, site);
      const running = inProgress.get(key) ?? 0;
      const last = stuck.get(key);
      if (running > 0 && last && last.until > performance.now()) return last.reason;
      inProgress.set(key, running + 1);
      request.stuckKey = key;
      return undefined;
    },
    leave(request) {
      const { stuckKey: key, waitBudget } = request;
      if (key === undefined) return;
      request.stuckKey = undefined;
      const running = inProgress.get(key) ?? 0;
      if (running > 1) inProgress.set(key, running - 1);
      else inProgress.delete(key);
      // Not `key`: the user may have been unknown when the request entered.
      const reason = waitBudget?.gaveUp;
      if (reason) stuck.set(keyOf(request, site), { reason, until: performance.now() + STUCK_MS });
      else stuck.delete(key);
    },
  };
}

function keyOf(request: FastifyRequest, site: Pick<Config, "publicUrl">): string {
  const userId = READS.has(request.method) ? undefined : findRecentUser(request, site);
  if (userId !== undefined) return `user ${userId}`;
  const { method, routeOptions, params } = request;
  // Pages share a route, and so do the calls under /trpc.
  const isNamed = typeof params === "object" && params !== null && "path" in params;
  const name =
    kindOf(request) === "page" ? findPage(unroutedPath(request)) : isNamed && params.path;
  const route = `${method} ${routeOptions.url} ${name}`;
  if (!READS.has(method)) return `${route} ${anonymousKeyOf(addressOf(request)).owner}`;
  // Those with a session wait for more tables.
  return `${route} ${mayHaveSession(request.headers.cookie, site)}`;
}
