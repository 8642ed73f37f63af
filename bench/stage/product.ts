import { once } from "node:events";
import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { getFreePort } from "@studbook/local-postgres/free-port";
import { PRODUCTION_NODE_ARGS, startServer } from "@studbook/scripts/server";
import type { Database } from "./databases.ts";
import { pin, SERVER_CORE } from "./pinned.ts";
import type { RunningServer } from "./program.ts";

const COMPILE_CACHE = fileURLToPath(new URL("../../node_modules/.cache/node", import.meta.url));
const START_MS = 60_000;

/** The settings of production, as far as the stand-in for Stripe allows: it needs STUDBOOK_MODE=demo. */
const SETTINGS = {
  NODE_ENV: "production",
  STUDBOOK_MODE: "demo",
  RATE_LIMITS: "on",
  TRUST_PROXY: "loopback",
  LOG_LEVEL: "info",
  NODE_COMPILE_CACHE: COMPILE_CACHE,
};

export type Product = RunningServer & { metricsPort: number };

export type ProductOptions = {
  folder: string;
  sandboxPort: number;
  /** Added to the settings. */
  env?: Readonly<Record<string, string>>;
  /** Starts the server of another checkout. */
  start?: typeof startServer;
};

/**
 * Starts a server of the product like in production, with limits, metrics and a log file, on the servers' core. Returns when
 * it is ready.
 *
 * @throws Error if it is not ready within a minute
 */
export async function startProduct(
  database: Database,
  { folder, sandboxPort, env = {}, start = startServer }: ProductOptions,
): Promise<Product> {
  const [port, metricsPort] = await Promise.all([getFreePort(), getFreePort()]);
  await mkdir(folder, { recursive: true });
  const logFile = join(folder, `server-${port}.log`);
  const log = await open(logFile, "w");
  const { PATH, HOME } = process.env;
  const settings = {
    ...{ PATH, HOME, ...SETTINGS },
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, "data"),
    STRIPE_SANDBOX_PORT: String(sandboxPort),
    STRIPE_WEBHOOK_SECRET: "whsec_bench",
    ...env,
  };
  const server = start(settings, PRODUCTION_NODE_ARGS, log.fd);
  await log.close();
  const isReady = await Promise.race([
    server.ready.then(() => true),
    server.ended.then(() => false),
    once(AbortSignal.timeout(START_MS), "abort").then(() => false),
  ]);
  const { pid } = server.child;
  if (!isReady || !pid) {
    await server.stop();
    throw new Error(`The server did not become ready. See ${logFile}.`);
  }
  await pin(pid, SERVER_CORE);
  return { port, metricsPort, pid, stop: server.stop };
}
