import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isClosedAfterResponse } from "./close-after-response.ts";
import { hasTinyChunks } from "./read-body.ts";

/** How much of a refused body is read and discarded before its connection is closed. */
export type DrainLimits = {
  bytes: number;
  /** How long that may take, in milliseconds. */
  ms: number;
  /** How long the client has to read its response after that, in milliseconds. */
  lingerMs: number;
};

const DEFAULT_LIMITS: DrainLimits = { bytes: 1024 * 1024, ms: 10_000, lingerMs: 1000 };

/** Routes with larger bodies get this many times as long. */
const LARGE_BODY_TIME = 3;

const respondedEarly = new WeakSet<Socket>();

/** Whether the request that is arriving on a connection has already received a response. */
export function hasEarlyResponse(socket: Socket): boolean {
  return respondedEarly.has(socket);
}

/**
 * Reads and discards the rest of a body whose request received an early response, up to a limit. Most clients read the
 * response only after they have sent everything, and Node would read without a limit. Requests marked by `closeAfterResponse` are
 * not read any further.
 */
export function limitUnreadBodies(app: FastifyInstance, limits: Partial<DrainLimits> = {}): void {
  const { bytes, ms, lingerMs } = { ...DEFAULT_LIMITS, ...limits };
  const handleUnread = (request: FastifyRequest, reply: FastifyReply) => {
    // Requests injected by tests have no `complete`.
    const { complete, destroyed } = request.raw;
    if (complete !== false || destroyed || !hasBody(request)) return;
    if (isClosedAfterResponse(request.raw)) {
      reply.header("Connection", "close");
      return;
    }
    const maxBytes = Math.max(bytes, request.routeOptions.bodyLimit);
    const isLarge = maxBytes > bytes;
    drain(request, reply, { bytes: maxBytes, ms: isLarge ? LARGE_BODY_TIME * ms : ms, lingerMs });
  };
  app.addHook("onSend", (request, reply, _payload, done) => {
    handleUnread(request, reply);
    done();
  });
}

/** Whether a request declares a body. */
export function hasBody({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function drain({ raw }: FastifyRequest, reply: FastifyReply, limits: DrainLimits): void {
  const { socket } = raw;
  let received = 0;
  let chunks = 0;
  const stop = () => {
    clearTimeout(timer);
    raw.off("data", onData).off("close", stop);
    respondedEarly.delete(socket);
  };
  const close = () => {
    stop();
    raw.pause();
    const end = () => socket.end();
    if (reply.raw.writableFinished) end();
    else reply.raw.once("finish", end);
    setTimeout(() => socket.destroy(), limits.lingerMs).unref();
  };
  const onData = ({ length }: Buffer) => {
    received += length;
    if (hasTinyChunks(++chunks, received)) socket.destroy();
    else if (received > limits.bytes) close();
  };
  const timer = setTimeout(close, limits.ms);
  timer.unref();
  respondedEarly.add(socket);
  raw.on("data", onData).once("close", stop).resume();
  // Closing a connection with unread bytes resets it, and the client would lose the response.
  reply.removeHeader("connection");
}
