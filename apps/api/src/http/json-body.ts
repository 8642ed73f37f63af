import { errorCodes, type FastifyInstance } from "fastify";

const { FST_ERR_CTP_INVALID_MEDIA_TYPE: NotJsonError } = errorCodes;

/**
 * JSON bodies of at most 64 KiB; a call without payload may send an empty one, which `fetch` calls a
 * plain text. Every other type is a 415.
 */
export function registerJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") return done(null, undefined);
    return parse(request, body.toString(), done);
  });
  app.addContentTypeParser("text/plain", { parseAs: "string" }, (_request, body, done) =>
    done(body === "" ? null : new NotJsonError("text/plain"), undefined),
  );
}
