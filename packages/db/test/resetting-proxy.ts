import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A TCP proxy in front of a PostgreSQL. */
export type ResettingProxy = {
  /** Returns the database's URL with the proxy's address. */
  through(url: string): string;
  /** How often the proxy has reset its connections. */
  readonly resets: number;
  close(): Promise<void>;
};

/**
 * Starts a proxy that resets all connections each time the clients have sent one of the given numbers of messages since
 * the last reset.
 */
export async function startResettingProxy(
  target: string,
  resetAfter: readonly number[],
): Promise<ResettingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const resetPoints = [...resetAfter];
  let resets = 0;
  let sinceReset = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on("data", (chunk) => {
        if (from === client) {
          sinceReset++;
          if (sinceReset === resetPoints[0]) return resetAll();
        }
        to.write(chunk);
      });
    }
  });
  function resetAll(): void {
    resetPoints.shift();
    sinceReset = 0;
    resets++;
    for (const socket of sockets) socket.resetAndDestroy();
  }
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port");
  return {
    through(url) {
      const proxied = new URL(url);
      proxied.host = `127.0.0.1:${address.port}`;
      return proxied.href;
    },
    get resets() {
      return resets;
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}
