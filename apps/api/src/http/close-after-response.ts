import type { IncomingMessage } from "node:http";

const marked = new WeakSet<IncomingMessage>();

/**
 * Closes the connection of a refused request right after its response, even if the request body is still arriving. Used
 * for clients that were too slow or have too many requests in progress.
 */
export function closeAfterResponse(request: IncomingMessage): void {
  marked.add(request);
}

export function isClosedAfterResponse(request: IncomingMessage): boolean {
  return marked.has(request);
}
