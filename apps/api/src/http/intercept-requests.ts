import type { IncomingMessage, Server, ServerResponse } from "node:http";

/** Returns true if a request is done with, and false if it must take the usual way. */
export type Interceptor = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Lets a function handle requests before Fastify does any work for them, and before earlier interceptors. Requests that
 * tests inject do not pass through it.
 */
export function interceptRequests(server: Server, intercept: Interceptor): void {
  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    if (intercept(request, response)) return;
    for (const listener of listeners) listener.call(server, request, response);
  });
}
