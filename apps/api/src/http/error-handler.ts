import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { describeError, type PublicError, toRestBody, toTrpcBody } from "../errors.ts";
import { BUSY_PAGE_POLICY, renderBusyPage } from "./busy-page.ts";
import { createUnavailableLog } from "./log-unavailable.ts";
import { kindOf } from "./request-kind.ts";

/** Errors that a person who opens a page sees without having done anything wrong. */
const RETRIED = new Set([429, 503]);

/**
 * Responds to every error with `{ error, code, issues? }`, or in tRPC's shape under /trpc. Browsers that open a page while
 * the server is busy get a page. Logs unexpected errors.
 */
export function registerErrorHandler(app: FastifyInstance): void {
  const logUnavailable = createUnavailableLog();
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const publicError = describeError(error);
    const { status, retryAfterSeconds } = publicError;
    // A client that disconnects is not a server error; a source stream that ends early is.
    if (error.code === "ERR_STREAM_PREMATURE_CLOSE" && request.raw.socket.destroyed) {
      request.log.info("the client disconnected");
    } else if (status === 500) request.log.error({ err: error }, "request failed");
    else if (status === 503) logUnavailable(request, error);
    const range = contentRangeOf(error);
    if (range !== undefined) reply.header("Content-Range", range);
    if (retryAfterSeconds) reply.header("Retry-After", retryAfterSeconds);
    reply.code(status).header("Cache-Control", "no-store");
    if (RETRIED.has(status) && isForPerson(request)) {
      return reply
        .header("Content-Security-Policy", BUSY_PAGE_POLICY)
        .type("text/html; charset=utf-8")
        .send(renderBusyPage(publicError));
    }
    const shown = status === 500 ? withRequestId(publicError, request.id) : publicError;
    const body = kindOf(request) === "trpc" ? toTrpcBody(shown) : toRestBody(shown);
    return reply.send(body);
  });
}

function isForPerson(request: FastifyRequest): boolean {
  const { accept = "" } = request.headers;
  return request.method === "GET" && kindOf(request) === "page" && accept.includes("text/html");
}

export function withRequestId(error: PublicError, id: string): PublicError {
  return { ...error, message: `${error.message} If you contact us, mention request ID ${id}.` };
}

/** The `Content-Range` of a 416 response, which holds the size of the file (RFC 9110, section 15.5.17). */
function contentRangeOf(error: Error): unknown {
  const { headers } = "headers" in error ? error : {};
  const isMap = typeof headers === "object" && headers !== null;
  return isMap && "Content-Range" in headers ? headers["Content-Range"] : undefined;
}
