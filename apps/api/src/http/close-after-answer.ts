import type { IncomingMessage } from "node:http";

const marked = new WeakSet<IncomingMessage>();

/**
 * Marks a refused request: its connection closes right after the answer, even if its body is still arriving. For clients
 * that have had their time, and for those of which there are too many.
 */
export function closeAfterAnswer(request: IncomingMessage): void {
  marked.add(request);
}

export function isClosedAfterAnswer(request: IncomingMessage): boolean {
  return marked.has(request);
}
