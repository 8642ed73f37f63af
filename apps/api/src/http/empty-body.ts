import type { FastifyInstance } from "fastify";

const READS = new Set(["GET", "HEAD"]);

/**
 * Lets tRPC take an empty body, with or without a content type, as no input: by itself it parses
 * the empty text as JSON. A procedure that needs an input refuses it in its own words.
 */
export function acceptEmptyBodies(app: FastifyInstance): void {
  app.addHook("preHandler", async (request) => {
    if (READS.has(request.method) || request.body) return;
    request.body = "null";
    request.headers["content-type"] ??= "application/json";
  });
}
