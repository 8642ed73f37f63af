import { isUtf8 } from "node:buffer";
import { DomainError } from "@studbook/domain/errors";
import { errorCodes, type FastifyInstance, type FastifyRequest } from "fastify";
import { payloadTooLarge } from "../errors.ts";
import type { ReadBody } from "./read-body.ts";

const { FST_ERR_CTP_INVALID_MEDIA_TYPE: NotJsonError } = errorCodes;

/** The largest JSON body, in bytes. */
export const JSON_BODY_BYTES = 64 * 1024;

/**
 * Accepts JSON bodies of up to 64 KiB and empty bodies, which `fetch` sends as text/plain. Other content types and any
 * content encoding are a 415. Bodies sent to unknown paths are not read. A scope that accepts other bodies registers its
 * own parsers and sets the `bodyLimit` of its routes.
 */
export function registerBodyParsers(app: FastifyInstance, readBody: ReadBody): void {
  // The schemas refuse "__proto__" like any unknown field and name it.
  const parse = app.getDefaultJsonParser("ignore", "ignore");
  app.addHook("onRequest", (request, _reply, done) => {
    checkDeclaredBody(request);
    done();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", async (request: FastifyRequest) => {
    const text = await readJsonText(readBody, request);
    if (text === "") return undefined;
    return new Promise<unknown>((resolve, reject) => {
      parse(request, text, (error, body) => (error ? reject(error) : resolve(body)));
    });
  });
  app.addContentTypeParser("text/plain", async (request: FastifyRequest) => {
    if ((await readBody(request, JSON_BODY_BYTES)).length > 0) throw new NotJsonError("text/plain");
  });
}

/**
 * Reads the JSON text of a body, which is UTF-8 (RFC 8259, section 8.1), of at most 64 KiB.
 *
 * @throws DomainError BAD_REQUEST if it is not; the errors of `readBody`
 */
export async function readJsonText(readBody: ReadBody, request: FastifyRequest): Promise<string> {
  const body = await readBody(request, JSON_BODY_BYTES);
  if (!isUtf8(body)) throw new DomainError("BAD_REQUEST", "The body is not well-formed UTF-8.");
  return body.toString();
}

/** @throws DomainError PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE */
function checkDeclaredBody({ headers, routeOptions, is404 }: FastifyRequest): void {
  if (is404) return;
  const encoding = headers["content-encoding"]?.trim().toLowerCase();
  if (encoding && encoding !== "identity") {
    throw new DomainError(
      "UNSUPPORTED_MEDIA_TYPE",
      "Compressed request bodies are not supported. Send the body without a Content-Encoding header.",
    );
  }
  const declared = headers["content-length"];
  if (declared === undefined || Number(declared) <= routeOptions.bodyLimit) return;
  throw payloadTooLarge();
}
