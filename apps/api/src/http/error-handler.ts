import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { describeError, toTrpcBody } from "../errors.ts";
import { createUnavailableLog } from "./log-unavailable.ts";
import { kindOf } from "./request-kind.ts";

/**
 * Every error of the server leaves as `{ error, code, issues? }`, and under /trpc as tRPC has it; what
 * nobody expected is logged.
 */
export function registerErrorHandler(app: FastifyInstance): void {
  const logUnavailable = createUnavailableLog();
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const told = describeError(error);
    const { status, code, issues, retryAfterSeconds } = told;
    // A tab closed before its answer is no failure of ours; a source that ends early under a reader is.
    if (error.code === "ERR_STREAM_PREMATURE_CLOSE" && request.raw.socket.destroyed) {
      request.log.info("the caller has gone");
    } else if (status === 500) request.log.error({ err: error }, "request failed");
    else if (status === 503) logUnavailable(request, error);
    const range = contentRangeOf(error);
    if (range !== undefined) reply.header("Content-Range", range);
    if (retryAfterSeconds) reply.header("Retry-After", retryAfterSeconds);
    const message =
      status === 500 ? `${told.message} Quote ${request.id} if you write to us.` : told.message;
    const body =
      kindOf(request) === "trpc"
        ? toTrpcBody({ ...told, message })
        : { error: message, code, ...(issues && { issues }) };
    return reply.code(status).header("Cache-Control", "no-store").send(body);
  });
}

/** How long a file is, for whoever asked for a range beyond its end (RFC 9110, section 15.5.17). */
function contentRangeOf(error: Error): unknown {
  const { headers } = "headers" in error ? error : {};
  const isMap = typeof headers === "object" && headers !== null;
  return isMap && "Content-Range" in headers ? headers["Content-Range"] : undefined;
}
