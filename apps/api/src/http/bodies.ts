import { DomainError } from "@studbook/domain/errors";
import { errorCodes, type FastifyInstance, type FastifyRequest } from "fastify";
import type { ReadBody } from "./read-body.ts";

const { FST_ERR_CTP_INVALID_MEDIA_TYPE: NotJsonError } = errorCodes;

/** What a JSON body may have, in bytes. */
export const JSON_BODY_BYTES = 64 * 1024;

/**
 * JSON bodies of at most 64 KiB; a call without payload may send an empty one, which `fetch` calls a
 * plain text. Every other type, and every encoding, is a 415. A path that there is not is a 404 whatever is sent to it, and
 * nothing of that is read. A scope that takes other bodies registers its own parsers and gives its routes a `bodyLimit`.
 */
export function registerBodies(app: FastifyInstance, readBody: ReadBody): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.addHook("onRequest", async (request) => checkDeclaredBody(request));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", async (request: FastifyRequest) => {
    const text = (await readBody(request, JSON_BODY_BYTES)).toString();
    if (text === "") return undefined;
    return new Promise<unknown>((resolve, reject) => {
      parse(request, text, (error, body) => (error ? reject(error) : resolve(body)));
    });
  });
  app.addContentTypeParser("text/plain", async (request: FastifyRequest) => {
    if ((await readBody(request, JSON_BODY_BYTES)).length > 0) throw new NotJsonError("text/plain");
  });
}

/** @throws DomainError PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE */
function checkDeclaredBody({ headers, routeOptions, is404 }: FastifyRequest): void {
  if (is404) return;
  const encoding = headers["content-encoding"]?.trim().toLowerCase();
  if (encoding && encoding !== "identity") {
    throw new DomainError("UNSUPPORTED_MEDIA_TYPE", "Send the body without a Content-Encoding.");
  }
  const declared = headers["content-length"];
  if (declared === undefined || Number(declared) <= routeOptions.bodyLimit) return;
  throw new DomainError("PAYLOAD_TOO_LARGE", "The request is too large.");
}
