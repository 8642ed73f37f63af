import { once } from "node:events";
import { createServer } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import { registry } from "./metrics.ts";
import { type WatchedServer, watchServer } from "./watch-server.ts";

export type MetricsServer = { port: number; close(): Promise<void> };

/**
 * Answers `GET /metrics` in the text format of Prometheus, on a port of its own that no proxy leads to.
 *
 * @throws the listener's error, such as EADDRINUSE
 */
export async function serveMetrics(
  { port, host, logger }: { port: number; host: string; logger: FastifyBaseLogger },
  watched: WatchedServer,
): Promise<MetricsServer> {
  const registries = [registry, watchServer(watched)];
  const server = createServer(async ({ method, url }, response) => {
    if (method !== "GET" || url !== "/metrics") return void response.writeHead(404).end();
    try {
      const texts = await Promise.all(registries.map((it) => it.metrics()));
      response.setHeader("Content-Type", registry.contentType).end(texts.join("\n"));
    } catch (error) {
      logger.error({ err: error }, "the metrics could not be read");
      response.writeHead(500).end();
    }
  });
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : port,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
