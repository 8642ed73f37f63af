import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A TCP proxy between the servers and their database, which can fail like a network. */
export type FaultProxy = {
  port: number;
  /** Forwards nothing more in either direction and accepts connections without answering, as if packets were lost. */
  blackHole(): void;
  /** Resets all connections and refuses new ones. */
  refuse(): void;
  /**
   * Forwards again, on new connections only. Those from before or during a black hole stay silent forever, as after a
   * firewall has forgotten them.
   */
  heal(): void;
  /** Resets the connection that has carried this many more bytes towards the database, once. */
  cutAfter(bytes: number): void;
  /** How many connections `cutAfter` has reset. */
  countCuts(): number;
  /** How many bytes it has forwarded to the database. */
  countBytes(): number;
  close(): Promise<void>;
};

type Pair = { client: Socket; upstream: Socket | undefined };

/** Starts a proxy on a free port of the loopback interface. */
export async function startProxy(upstreamPort: number): Promise<FaultProxy> {
  const pairs = new Set<Pair>();
  let mode: "forward" | "black hole" | "refuse" = "forward";
  let bytesUntilCut = Number.POSITIVE_INFINITY;
  let cuts = 0;
  let bytes = 0;

  const end = (pair: Pair) => {
    if (!pairs.delete(pair)) return;
    pair.client.resetAndDestroy();
    pair.upstream?.destroy();
  };

  const server = createServer((client) => {
    const pair: Pair = { client, upstream: undefined };
    pairs.add(pair);
    client.on("error", () => end(pair)).on("close", () => end(pair));
    if (mode === "refuse") end(pair);
    if (mode !== "forward") {
      client.pause();
      return;
    }
    const upstream = connect(upstreamPort, "127.0.0.1");
    pair.upstream = upstream;
    upstream.on("error", () => end(pair)).on("close", () => end(pair));
    client.on("data", (chunk) => {
      bytes += chunk.length;
      bytesUntilCut -= chunk.length;
      if (bytesUntilCut <= 0) {
        bytesUntilCut = Number.POSITIVE_INFINITY;
        cuts++;
        end(pair);
      } else upstream.write(chunk);
    });
    upstream.on("data", (chunk) => client.write(chunk));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port");

  return {
    port: address.port,
    blackHole() {
      mode = "black hole";
      for (const { client, upstream } of pairs) {
        client.pause().removeAllListeners("data");
        upstream?.pause().removeAllListeners("data");
      }
    },
    refuse() {
      mode = "refuse";
      for (const pair of pairs) end(pair);
    },
    heal() {
      mode = "forward";
    },
    cutAfter(bytes) {
      bytesUntilCut = bytes;
    },
    countCuts: () => cuts,
    countBytes: () => bytes,
    async close() {
      for (const pair of pairs) end(pair);
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
