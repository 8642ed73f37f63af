import { once } from "node:events";
import { createServer } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import { registry } from "./metrics.ts";
import { type WatchedServer, watchServer } from "./watch-server.ts";

export type MetricsServer = { port: number; close(): Promise<void> };

/**
 * Serves `GET /metrics` in Prometheus's text format, on a separate port that the proxy does not expose.
 *
 * @throws the listener error, such as EADDRINUSE
 */
export async function serveMetrics(
  { port, host, logger }: { port: number; host: string; logger: FastifyBaseLogger },
  watched: WatchedServer,
): Promise<MetricsServer> {
  const registries = [registry, watchServer(watched)];
  const server = createServer(async ({ method, url }, response) => {
    if (method !== "GET" || url !== "/metrics") return void response.writeHead(404).end();
    try {
      const texts = await Promise.all(registries.map((source) => source.metrics()));
      response.setHeader("Content-Type", registry.contentType).end(texts.join("\n"));
    } catch (error) {
      logger.error({ err: error }, "failed to collect the metrics");
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
