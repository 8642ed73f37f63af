import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A TCP proxy in front of a database, for tests of network failures. */
export type FaultProxy = {
  /** The database's URL through the proxy. */
  url: string;
  /** Forwards nothing and closes nothing, in either direction. New connections are accepted. */
  pause(): void;
  /** Forwards again, including what was sent during the pause. */
  resume(): void;
  /** Forwards new connections again. The open ones stay silent forever. */
  resumeForNew(): void;
  /** Resets all open connections on both sides. */
  reset(): void;
  /** Resets all open connections once the clients have sent this many more bytes, then so many more, and so on. */
  resetAfter(...bytes: number[]): void;
  /** How many resets of `resetAfter` are still to come. */
  readonly resetsLeft: number;
  /** Resets all open connections, and new ones until `accept`. */
  refuse(): void;
  accept(): void;
  close(): Promise<void>;
};

/** Starts a proxy in front of the database at `target`, which must have a TCP address. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const upstream = new URL(target);
  const address = { host: upstream.hostname, port: Number(upstream.port) };
  /** Both ends of each connection. */
  const peers = new Map<Socket, Socket>();
  const silent = new Set<Socket>();
  let isPaused = false;
  let isRefusing = false;
  let bytesUntilResets: number[] = [];

  const silence = (socket: Socket) => {
    silent.add(socket);
    socket.pause();
  };
  const track = (socket: Socket, peer: Socket) => {
    peers.set(socket, peer);
    socket.on("error", () => undefined);
    socket.on("close", () => {
      // A silent connection does not tell one side that the other one has closed.
      if (silent.has(socket)) return;
      peers.delete(socket);
      peer.destroy();
    });
    socket.pipe(peer);
    if (isPaused) silence(socket);
  };
  const reset = () => {
    for (const socket of peers.keys()) socket.resetAndDestroy();
    peers.clear();
    silent.clear();
  };
  const server = createServer((client) => {
    if (isRefusing) return void client.resetAndDestroy();
    const database = connect(address);
    track(client, database);
    track(database, client);
    client.on("data", ({ length }) => {
      const [bytes] = bytesUntilResets;
      if (bytes === undefined) return;
      bytesUntilResets[0] = bytes - length;
      if (bytes > length) return;
      bytesUntilResets.shift();
      reset();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const listening = server.address();
  if (typeof listening !== "object" || !listening) throw new Error("The proxy has no TCP address");
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String(listening.port);

  return {
    url: url.href,
    pause() {
      isPaused = true;
      for (const socket of peers.keys()) silence(socket);
    },
    resume() {
      isPaused = false;
      silent.clear();
      for (const [socket, peer] of peers) {
        if (peer.destroyed) socket.destroy();
        socket.resume();
      }
    },
    resumeForNew() {
      isPaused = false;
    },
    reset,
    resetAfter(...bytes) {
      bytesUntilResets = bytes;
    },
    get resetsLeft() {
      return bytesUntilResets.length;
    },
    refuse() {
      isRefusing = true;
      reset();
    },
    accept() {
      isRefusing = false;
    },
    async close() {
      reset();
      server.close();
      await once(server, "close");
    },
  };
}
