import type { ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** Limits on responses that clients do not read. */
export type ReaderLimits = {
  /** How long a client may read nothing at all, in milliseconds. */
  stallMs: number;
  /** Unsent bytes of all responses together that may be held in memory. */
  unsentBytes: number;
  /** Milliseconds between two checks of `unsentBytes`. */
  checkIntervalMs: number;
};

const DEFAULT_LIMITS: ReaderLimits = {
  stallMs: 15_000,
  unsentBytes: 64 * 1024 * 1024,
  checkIntervalMs: 500,
};

type Reader = {
  responses: Set<ServerResponse>;
  /** Bytes handed to the operating system at the last observed progress, and the time of that progress. */
  sent: number;
  since: number;
  /** The timeout was extended because the server had nothing to send. */
  hasExtendedTimeout: boolean;
};

/**
 * Resets connections whose clients do not read their responses: those that read nothing for `stallMs`, and, when more than
 * `unsentBytes` are waiting, those that have stalled the longest. A reset frees the kernel's send buffer immediately; after
 * an orderly close the kernel would keep sending it for minutes.
 *
 * @returns what watches the client of a response that does not pass through Fastify
 */
export function limitSlowReaders(
  app: FastifyInstance,
  limits: Partial<ReaderLimits> = {},
): (socket: Socket, response: ServerResponse) => void {
  const { stallMs, unsentBytes, checkIntervalMs } = { ...DEFAULT_LIMITS, ...limits };
  const readers = new Map<Socket, Reader>();

  /** Returns the reader if it has unfinished responses, and removes it otherwise. */
  function findReader(socket: Socket): Reader | undefined {
    const reader = readers.get(socket);
    if (!reader) return undefined;
    for (const response of reader.responses) {
      if (response.writableFinished || response.destroyed) reader.responses.delete(response);
    }
    if (reader.responses.size > 0 && !socket.destroyed) return reader;
    readers.delete(socket);
    return undefined;
  }

  const watch = (socket: Socket, response: ServerResponse) => {
    const reader = findReader(socket) ?? {
      responses: new Set(),
      sent: sentBytes(socket),
      since: performance.now(),
      hasExtendedTimeout: false,
    };
    readers.set(socket, reader);
    checking ??= setInterval(check, checkIntervalMs).unref();
    reader.responses.add(response);
    // Node's timeout notices partial progress within one large write; `bytesWritten` does not.
    response.setTimeout(stallMs);
  };
  app.addHook("onSend", ({ raw: { socket } }, { raw: response }, _payload, done) => {
    // Requests injected by tests have no connection.
    if (socket instanceof Socket && !socket.destroyed) watch(socket, response);
    done();
  });

  // Removed right away: objects that survive a few minor garbage collections stay until a major one.
  app.addHook("onResponse", ({ raw: { socket } }, _reply, done) => {
    findReader(socket);
    done();
  });

  app.server.on("timeout", (socket) => {
    const reader = findReader(socket);
    if (reader && !reader.hasExtendedTimeout && unsentBytesOf(reader) === 0) {
      // The client is waiting for the server, not the other way around.
      reader.hasExtendedTimeout = true;
      socket.setTimeout(app.server.timeout);
    } else socket.resetAndDestroy();
  });

  // Runs only while there are responses, because a server at rest should sleep.
  let checking: NodeJS.Timeout | undefined;
  const stopChecking = () => {
    clearInterval(checking);
    checking = undefined;
  };
  function check() {
    let unsent = 0;
    for (const socket of readers.keys()) {
      const reader = findReader(socket);
      if (!reader) continue;
      noteProgress(socket, reader);
      unsent += unsentBytesOf(reader);
    }
    if (readers.size === 0) stopChecking();
    if (unsent <= unsentBytes) return;
    for (const [socket, reader] of [...readers].sort(([, a], [, b]) => a.since - b.since)) {
      if (unsent <= unsentBytes) return;
      unsent -= unsentBytesOf(reader);
      socket.resetAndDestroy();
    }
  }
  app.addHook("onClose", async () => stopChecking());
  return watch;
}

function noteProgress(socket: Socket, reader: Reader): void {
  const sent = sentBytes(socket);
  if (sent === reader.sent) return;
  reader.sent = sent;
  reader.since = performance.now();
}

function sentBytes({ bytesWritten, writableLength }: Socket): number {
  return bytesWritten - writableLength;
}

/** The unsent bytes of all responses on a connection, including pipelined ones. */
function unsentBytesOf({ responses }: Reader): number {
  return [...responses].reduce((sum, { writableLength }) => sum + writableLength, 0);
}
