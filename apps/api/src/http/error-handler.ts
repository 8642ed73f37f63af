import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { describeError } from "../errors.ts";

/** Every error of the server leaves as `{ error, code, issues? }`; what nobody expected is logged. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const { status, code, message, issues, retryAfterSeconds } = describeError(error);
    // A tab closed before its answer is no failure of ours; a source that ends early under a reader is.
    if (error.code === "ERR_STREAM_PREMATURE_CLOSE" && request.raw.socket.destroyed) {
      request.log.info("the caller has gone");
    } else if (status === 500) request.log.error({ err: error }, "request failed");
    // A full queue is no news: a flood would fill the log too.
    else if (status === 503 && code !== "BUSY") request.log.warn({ err: error }, "not available");
    if (retryAfterSeconds) reply.header("Retry-After", retryAfterSeconds);
    const text = status === 500 ? `${message} Quote ${request.id} if you write to us.` : message;
    return reply
      .code(status)
      .header("Cache-Control", "no-store")
      .send({ error: text, code, ...(issues && { issues }) });
  });
}
