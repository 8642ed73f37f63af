import type { FastifyInstance } from "fastify";

/** JSON bodies of at most 64 KiB; a call without payload may send an empty one. */
export function registerJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") return done(null, undefined);
    return parse(request, body.toString(), done);
  });
}
