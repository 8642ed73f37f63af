import type { FastifyReply } from "fastify";

// A property rather than a WeakMap entry, which would survive until a full garbage collection.
declare module "fastify" {
  interface FastifyReply {
    closedSignal?: AbortSignal;
  }
}

/** Returns a signal that aborts if the connection closes before the response is complete. */
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
