import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isClosedAfterAnswer } from "./close-after-answer.ts";
import { hasTinyChunks } from "./read-body.ts";

/** How much of the rest of a refused body is taken before its connection is closed. */
export type DrainLimits = {
  bytes: number;
  /** Milliseconds that this many bytes may take. */
  ms: number;
  /** Milliseconds for the client to read its answer after the last byte was taken. */
  lingerMs: number;
};

const DEFAULT_LIMITS: DrainLimits = { bytes: 1024 * 1024, ms: 10_000, lingerMs: 1000 };

/** Time factor for routes with larger bodies. */
const LARGE_BODY_TIME = 3;

const answered = new WeakSet<Socket>();

/** Whether the request that is arriving on a connection has its answer already. */
export function isAnswered(socket: Socket): boolean {
  return answered.has(socket);
}

/**
 * A client may be answered while it is still sending: most read the answer only when they have sent
 * everything. So the rest of the body is taken and thrown away, up to a limit; without one Node takes all
 * of it. One that is closed at once for other reasons is not read on: see `closeAfterAnswer`.
 */
export function limitUnreadBodies(app: FastifyInstance, limits: Partial<DrainLimits> = {}): void {
  const { bytes, ms, lingerMs } = { ...DEFAULT_LIMITS, ...limits };
  app.addHook("onSend", async (request, reply) => {
    // A request that a test injects has no `complete`.
    const { complete, destroyed } = request.raw;
    if (complete !== false || destroyed || !hasBody(request)) return;
    if (isClosedAfterAnswer(request.raw)) {
      reply.header("Connection", "close");
      return;
    }
    const most = Math.max(bytes, request.routeOptions.bodyLimit);
    const isLarge = most > bytes;
    drain(request, reply, { bytes: most, ms: isLarge ? LARGE_BODY_TIME * ms : ms, lingerMs });
  });
}

/** Whether a request says that it has a body, be it one that is not read. */
export function hasBody({ headers }: Pick<FastifyRequest, "headers">): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function drain({ raw }: FastifyRequest, reply: FastifyReply, limits: DrainLimits): void {
  const { socket } = raw;
  let taken = 0;
  let chunks = 0;
  const stop = () => {
    clearTimeout(timer);
    raw.off("data", onData).off("close", stop);
    answered.delete(socket);
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
    taken += length;
    if (hasTinyChunks(++chunks, taken)) socket.destroy();
    else if (taken > limits.bytes) close();
  };
  const timer = setTimeout(close, limits.ms);
  timer.unref();
  answered.add(socket);
  raw.on("data", onData).once("close", stop).resume();
  // Closing with bytes of the client's unread would reset the connection, answer and all.
  reply.removeHeader("connection");
}
