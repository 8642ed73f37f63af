import type { IncomingMessage } from "node:http";

const marked = new WeakSet<IncomingMessage>();

/**
 * Closes the connection of a request that is going to be refused as soon as it has its answer, be its body still on its
 * way: for clients that have been given their time, and for those of which there are too many.
 */
export function closeAfterAnswer(request: IncomingMessage): void {
  marked.add(request);
}

export function isClosedAfterAnswer(request: IncomingMessage): boolean {
  return marked.has(request);
}
