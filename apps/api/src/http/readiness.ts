import type { Db } from "@studbook/db/client";
import { pingDatabase } from "@studbook/db/ping";
import { DomainError } from "@studbook/domain/errors";
import type { FastifyInstance } from "fastify";
import { cacheFor } from "./cache-for.ts";
import { isPreflight } from "./cross-origin.ts";
import { kindOf } from "./request-kind.ts";

const PING_MS = 1000;

/** Whether a server accepts requests. It goes from starting to ready to draining and never back. */
export type Readiness = { state: "starting" | "ready" | "draining" };

/**
 * `/livez` returns 200 while the process runs, `/readyz` while it can serve requests: it has started, is not draining and
 * reaches the database. During start-up every other request is a 503.
 */
export function registerReadiness(app: FastifyInstance, db: Db, readiness: Readiness): void {
  app.addHook("onRequest", async (request) => {
    if (readiness.state !== "starting" || kindOf(request) === "probe") return;
    // A page of another origin can read the 503 only after its preflight.
    if (isPreflight(request)) return;
    throw notReady();
  });
  // Anyone may send probes, in any number.
  const ping = cacheFor(PING_MS, () => pingDatabase(db));
  app.get("/livez", async () => ({ status: "alive" }));
  app.get("/readyz", async (_request, reply) => {
    if (readiness.state !== "ready") return reply.code(503).send({ status: readiness.state });
    await ping();
    return { status: "ready" };
  });
}

export function notReady(): DomainError {
  return new DomainError("NOT_READY", "Studbook is starting. Please try again in a moment.", {
    details: { retryAfterSeconds: 2 },
  });
}
