import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { Transform } from "node:stream";

/** A TCP proxy in front of a database, which can fail like a network. */
export type FaultProxy = {
  /** The database's URL through the proxy. */
  url: string;
  /** Forwards nothing and closes nothing, in either direction. New connections are accepted. */
  pause(): void;
  /** Forwards again, including what was sent during the pause. */
  resume(): void;
  /** Delays each chunk by this many milliseconds in each direction, one after the other. Default: 0. */
  setLatency(ms: number): void;
  /** Resets all open connections on both sides. */
  reset(): void;
  /** Resets the connection with which clients have sent this many more bytes in total, then so many more, and so on. */
  resetAfter(...bytes: number[]): void;
  /** How many connections `resetAfter` has reset. */
  countResets(): number;
  /** How many bytes clients have sent. */
  countBytes(): number;
  /** Resets all open connections, and new ones until `heal`. */
  refuse(): void;
  /**
   * Forwards new connections again. Those from before or during a pause stay silent forever, as after a firewall has
   * forgotten them.
   */
  heal(): void;
  close(): Promise<void>;
};

/** Starts a proxy in front of the database at `target`, which must have a TCP address. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const upstream = new URL(target);
  const address = { host: upstream.hostname, port: Number(upstream.port) };
  /** Both ends of each connection. */
  const peers = new Map<Socket, Socket>();
  const silent = new Set<Socket>();
  let latencyMs = 0;
  let isPaused = false;
  let isRefusing = false;
  let bytesUntilResets: number[] = [];
  let bytes = 0;
  let resets = 0;

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
    socket.pipe(createDelay(() => latencyMs)).pipe(peer);
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
      bytes += length;
      const [left] = bytesUntilResets;
      if (left === undefined) return;
      bytesUntilResets[0] = left - length;
      if (left > length) return;
      bytesUntilResets.shift();
      resets++;
      client.resetAndDestroy();
      database.resetAndDestroy();
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
    setLatency(ms) {
      latencyMs = ms;
    },
    reset,
    resetAfter(...after) {
      bytesUntilResets = after;
    },
    countResets: () => resets,
    countBytes: () => bytes,
    refuse() {
      isRefusing = true;
      reset();
    },
    heal() {
      isPaused = false;
      isRefusing = false;
    },
    async close() {
      reset();
      server.close();
      await once(server, "close");
    },
  };
}

function createDelay(getMs: () => number): Transform {
  return new Transform({
    transform(chunk, _encoding, done) {
      const ms = getMs();
      if (ms > 0) setTimeout(done, ms, null, chunk);
      else done(null, chunk);
    },
  });
}
