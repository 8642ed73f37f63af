import rateLimit from "@fastify/rate-limit";
import { DomainError } from "@studbook/domain/errors";
import type { FastifyInstance } from "fastify";

const CALLS_PER_MINUTE = 3000;

/** Keeps one address from taking a whole server; limits on tries are the procedures' own. */
export async function registerRateLimit(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    max: CALLS_PER_MINUTE,
    timeWindow: 60_000,
    enableDraftSpec: true,
    // By the route that answers: an address may be spelled in many ways (/%61pi).
    allowList: (request) => !/^\/(?:api|trpc)\//.test(request.routeOptions.url ?? ""),
    errorResponseBuilder: (_request, { ttl }) =>
      new DomainError(
        "TOO_MANY_REQUESTS",
        `Too many requests. Please try again in ${Math.ceil(ttl / 1000)} seconds.`,
      ),
  });
  app.addHook("onRequest", app.rateLimit());
}
