import type { Db } from "@studbook/db/client";
import { pingDatabase } from "@studbook/db/ping";
import { DomainError } from "@studbook/domain/errors";
import type { FastifyInstance } from "fastify";
import { kindOf } from "./request-kind.ts";
import { shareFor } from "./share-for.ts";

const PING_MS = 1000;

/** Whether a server takes requests: it starts without, gains it once, and loses it when it drains. */
export type Readiness = { state: "starting" | "ready" | "draining" };

/**
 * `/livez` says that the process runs, `/readyz` that it can serve (start-up is over, it is not
 * draining, the database answers). Until start-up is over every other request is a 503.
 */
export function registerReadiness(app: FastifyInstance, db: Db, readiness: Readiness): void {
  app.addHook("onRequest", async (request) => {
    if (readiness.state !== "starting" || kindOf(request) === "probe") return;
    throw new DomainError("NOT_READY", "Studbook is starting. Please try again in a moment.", {
      details: { retryAfterSeconds: 2 },
    });
  });
  // Anybody may ask, and many at once.
  const ping = shareFor(PING_MS, () => pingDatabase(db));
  app.get("/livez", async () => ({ status: "alive" }));
  app.get("/readyz", async (_request, reply) => {
    if (readiness.state !== "ready") return reply.code(503).send({ status: readiness.state });
    await ping();
    return { status: "ready" };
  });
}
