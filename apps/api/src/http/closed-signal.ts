import type { FastifyReply } from "fastify";

// A property, because what a WeakMap holds lives until the whole heap is collected.
declare module "fastify" {
  interface FastifyReply {
    closedSignal?: AbortSignal;
  }
}

/** Aborts when the connection closes before the request was answered. */
export function closedSignal(reply: FastifyReply): AbortSignal {
  if (reply.closedSignal) return reply.closedSignal;
  const controller = new AbortController();
  const { raw } = reply;
  const abort = () => {
    if (!raw.writableFinished) controller.abort();
  };
  if (raw.destroyed) abort();
  else raw.once("close", abort);
  reply.closedSignal = controller.signal;
  return controller.signal;
}
