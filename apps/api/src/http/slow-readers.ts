import type { ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** What clients may leave unread of their answers. */
export type ReaderLimits = {
  /** Milliseconds in which nothing at all is taken. */
  stallMs: number;
  /** Bytes of all answers together that wait in memory. */
  unsentBytes: number;
  /** Milliseconds between two looks at that. */
  lookMs: number;
};

const DEFAULT_LIMITS: ReaderLimits = {
  stallMs: 15_000,
  unsentBytes: 64 * 1024 * 1024,
  lookMs: 500,
};

type Reader = {
  answers: Set<ServerResponse>;
  /** Bytes that the operating system had taken when more were last seen to be taken, and when that was. */
  taken: number;
  since: number;
  /** The connection was given more time since it waited for us. */
  hasExtendedTimeout: boolean;
};

/**
 * Ends connections whose client asks and does not read: one that takes nothing for `stallMs`, and when too much
 * waits, those that have been taking nothing for longest. They are reset, since the operating system keeps what it
 * has of an answer after an orderly end, and sends it for minutes.
 */
export function limitSlowReaders(app: FastifyInstance, limits: Partial<ReaderLimits> = {}): void {
  const { stallMs, unsentBytes, lookMs } = { ...DEFAULT_LIMITS, ...limits };
  const readers = new Map<Socket, Reader>();

  /** Who still has to be sent something; forgets who has not. */
  function findReader(socket: Socket): Reader | undefined {
    const reader = readers.get(socket);
    if (!reader) return undefined;
    for (const answer of reader.answers) {
      if (answer.writableFinished || answer.destroyed) reader.answers.delete(answer);
    }
    if (reader.answers.size > 0 && !socket.destroyed) return reader;
    readers.delete(socket);
    return undefined;
  }

  app.addHook("onSend", async ({ raw: { socket } }, { raw: answer }) => {
    // What a test injects has no connection.
    if (!(socket instanceof Socket) || socket.destroyed) return;
    const reader = findReader(socket) ?? {
      answers: new Set(),
      taken: takenOf(socket),
      since: performance.now(),
      hasExtendedTimeout: false,
    };
    readers.set(socket, reader);
    reader.answers.add(answer);
    // Node sees each part that the operating system takes of one large write, which `bytesWritten` does not tell.
    answer.setTimeout(stallMs);
  });

  // At once: whatever outlives a few collections of young memory waits for that of the whole heap.
  app.addHook("onResponse", async ({ raw: { socket } }) => void findReader(socket));

  app.server.on("timeout", (socket) => {
    const reader = findReader(socket);
    if (reader && !reader.hasExtendedTimeout && unsentOf(reader) === 0) {
      // It is we who have nothing to send yet.
      reader.hasExtendedTimeout = true;
      socket.setTimeout(app.server.timeout);
    } else socket.resetAndDestroy();
  });

  const looking = setInterval(() => {
    let unsent = 0;
    for (const socket of readers.keys()) {
      const reader = findReader(socket);
      if (!reader) continue;
      noteProgress(socket, reader);
      unsent += unsentOf(reader);
    }
    if (unsent <= unsentBytes) return;
    for (const [socket, reader] of [...readers].sort(([, a], [, b]) => a.since - b.since)) {
      if (unsent <= unsentBytes) return;
      unsent -= unsentOf(reader);
      socket.resetAndDestroy();
    }
  }, lookMs).unref();
  app.addHook("onClose", async () => clearInterval(looking));
}

function noteProgress(socket: Socket, reader: Reader): void {
  const taken = takenOf(socket);
  if (taken === reader.taken) return;
  reader.taken = taken;
  reader.since = performance.now();
}

function takenOf({ bytesWritten, writableLength }: Socket): number {
  return bytesWritten - writableLength;
}

/** What waits of all answers on a connection, those behind the first among them. */
function unsentOf({ answers }: Reader): number {
  return [...answers].reduce((sum, { writableLength }) => sum + writableLength, 0);
}
