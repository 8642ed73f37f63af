import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { describeError, toTrpcBody } from "../errors.ts";
import { decodedPath } from "./request-path.ts";

/**
 * Every error of the server leaves as `{ error, code, issues? }`, and under /trpc as tRPC has it; what
 * nobody expected is logged.
 */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const told = describeError(error);
    const { status, code, issues, retryAfterSeconds } = told;
    // A tab closed before its answer is no failure of ours; a source that ends early under a reader is.
    if (error.code === "ERR_STREAM_PREMATURE_CLOSE" && request.raw.socket.destroyed) {
      request.log.info("the caller has gone");
    } else if (status === 500) request.log.error({ err: error }, "request failed");
    // A full queue is no news: a flood would fill the log too.
    else if (status === 503 && code !== "BUSY") request.log.warn({ err: error }, "not available");
    if (retryAfterSeconds) reply.header("Retry-After", retryAfterSeconds);
    const message =
      status === 500 ? `${told.message} Quote ${request.id} if you write to us.` : told.message;
    const body = decodedPath(request.url).startsWith("/trpc/")
      ? toTrpcBody({ ...told, message })
      : { error: message, code, ...(issues && { issues }) };
    return reply.code(status).header("Cache-Control", "no-store").send(body);
  });
}
