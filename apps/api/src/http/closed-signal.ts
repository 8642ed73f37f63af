import type { FastifyReply } from "fastify";

const signals = new WeakMap<FastifyReply, AbortSignal>();

/** Aborts when the connection closes before the request was answered. */
export function closedSignal(reply: FastifyReply): AbortSignal {
  const known = signals.get(reply);
  if (known) return known;
  const controller = new AbortController();
  const { raw } = reply;
  const abort = () => {
    if (!raw.writableFinished) controller.abort();
  };
  if (raw.destroyed) abort();
  else raw.once("close", abort);
  signals.set(reply, controller.signal);
  return controller.signal;
}
