import type { Db } from "@studbook/db/client";
import { pingDatabase } from "@studbook/db/ping";
import { DomainError } from "@studbook/domain/errors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { NOT_READY_MESSAGE } from "../errors.ts";
import { cacheFor } from "./cache-for.ts";
import { isPreflight } from "./cross-origin.ts";
import type { PollWatch } from "./poll-watch.ts";
import { kindOf } from "./request-kind.ts";

const PING_MS = 1000;

/** The user agent of health checks that wait for nothing when a server stops, such as the container's own. */
const CONTAINER_CHECK = "studbook-health-check";

/** Whether a server accepts requests. It goes from starting to ready to draining and never back. */
export type Readiness = {
  state: "starting" | "ready" | "draining";
  /** Remembers who polls `/readyz`. */
  polls?: PollWatch;
};

/**
 * `/livez` returns 200 while the process runs, `/readyz` while it should get requests: it has started, is not draining and
 * reaches the database. During start-up every other request is a 503. A draining server still serves requests until its
 * load balancers have noticed.
 */
export function registerReadiness(app: FastifyInstance, db: Db, readiness: Readiness): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const isEarly = readiness.state === "starting" && kindOf(request) !== "probe";
    // A page of another origin can read the 503 only after its preflight.
    if (isEarly && !isPreflight(request)) throw notReady();
    done();
  });
  // Anyone may send probes, in any number.
  const ping = cacheFor(PING_MS, () => pingDatabase(db));
  app.get("/livez", async () => ({ status: "alive" }));
  app.get("/readyz", async (request, reply) => {
    const poller = findPoller(request);
    if (poller) readiness.polls?.record(poller, readiness.state === "draining");
    if (readiness.state !== "ready") {
      return reply.code(503).header("Retry-After", 2).send({ status: readiness.state });
    }
    await ping();
    return { status: "ready" };
  });
}

/** Returns the address of a load balancer. A request that it forwards for somebody else is not a poll. */
function findPoller({ headers, socket }: FastifyRequest): string | undefined {
  const isForwarded = "x-forwarded-for" in headers || "forwarded" in headers || "via" in headers;
  if (isForwarded || headers["user-agent"] === CONTAINER_CHECK) return undefined;
  return socket.remoteAddress;
}

export function notReady(): DomainError {
  return new DomainError("NOT_READY", NOT_READY_MESSAGE, {
    details: { retryAfterSeconds: 2 },
  });
}
