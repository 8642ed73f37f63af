import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { describeError, type PublicError, toRestBody, toTrpcBody } from "../errors.ts";
import { createUnavailableLog } from "./log-unavailable.ts";
import { kindOf } from "./request-kind.ts";

/** Responds to every error with `{ error, code, issues? }`, or in tRPC's shape under /trpc. Logs unexpected errors. */
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
    const shown = status === 500 ? withRequestId(publicError, request.id) : publicError;
    const body = kindOf(request) === "trpc" ? toTrpcBody(shown) : toRestBody(shown);
    return reply.code(status).header("Cache-Control", "no-store").send(body);
  });
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
