import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP proxy in front of a database, for tests of network failures. */
export type FaultProxy = {
  /** The database's URL through the proxy. */
  url: string;
  /** Forwards nothing and closes nothing, in either direction, until `resume`. New connections are accepted. */
  pause(): void;
  resume(): void;
  /** Resets all open connections on both sides. */
  reset(): void;
  close(): Promise<void>;
};

/** Starts a proxy in front of the database at `target`, which must have a TCP address. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const upstream = new URL(target);
  const address = { host: upstream.hostname, port: Number(upstream.port) };
  /** Both ends of each connection. */
  const peers = new Map<Socket, Socket>();
  let isPaused = false;

  const track = (socket: Socket, peer: Socket) => {
    peers.set(socket, peer);
    socket.on("error", () => undefined);
    socket.on("close", () => {
      // While paused, neither side learns that the other one has closed.
      if (isPaused) return;
      peers.delete(socket);
      peer.destroy();
    });
    socket.pipe(peer);
    if (isPaused) socket.pause();
  };
  const server = createServer((client) => {
    const database = connect(address);
    track(client, database);
    track(database, client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  const reset = () => {
    for (const socket of peers.keys()) socket.resetAndDestroy();
  };
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  const listening = server.address() satisfies AddressInfo | string | null;
  if (typeof listening !== "object" || !listening) throw new Error("The proxy has no TCP address");
  url.port = String(listening.port);
  return {
    url: url.href,
    pause() {
      isPaused = true;
      for (const socket of peers.keys()) socket.pause();
    },
    resume() {
      isPaused = false;
      for (const [socket, peer] of peers) {
        if (peer.destroyed) socket.destroy();
        socket.resume();
      }
    },
    reset,
    async close() {
      reset();
      server.close();
      await once(server, "close");
    },
  };
}
