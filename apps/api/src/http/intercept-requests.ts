import type { IncomingMessage, Server, ServerResponse } from "node:http";

/**
 * Returns true if a request is done with, and false if it must take the usual way. In the first case it can still take that
 * way later, by `next`.
 */
export type Interceptor = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => boolean;

/**
 * Lets a function handle requests before Fastify does any work for them, and before earlier interceptors. Requests that
 * tests inject do not pass through it.
 */
export function interceptRequests(server: Server, intercept: Interceptor): void {
  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    const next = () => {
      for (const listener of listeners) listener.call(server, request, response);
    };
    if (!intercept(request, response, next)) next();
  });
}
