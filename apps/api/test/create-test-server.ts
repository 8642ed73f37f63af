import { getFreePort } from "@studbook/local-postgres/free-port";
import { readConfig } from "../src/config.ts";
import { createLogger } from "../src/log.ts";
import { createServer, type Server } from "../src/server.ts";

/** A server of this process that has not been started, and what it logs from then on, as JSON. */
export type TestServer = { server: Server; port: number; lines: string[] };

/** Creates a server with its own log. The caller stops it and removes `dataDir`. */
export async function createTestServer(
  { url, dataDir }: { url: string; dataDir: string },
  settings: Record<string, string> = {},
): Promise<TestServer> {
  const port = await getFreePort();
  const config = readConfig({
    NODE_ENV: "development",
    STUDBOOK_MODE: "demo",
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    ...settings,
    STRIPE_SANDBOX_PORT: "9",
  });
  const lines: string[] = [];
  const logger = createLogger("warn", { write: (line) => void lines.push(line) });
  return { server: await createServer(config, { logger }), port, lines };
}
