import { join } from "node:path";
import { createDb } from "@studbook/db/client";
import { migrateToLatest } from "@studbook/db/migrate";
import { buildApp } from "./app.ts";
import { ConfigError, readConfig } from "./config.ts";
import { loadDemo } from "./demo/load-demo.ts";
import type { Readiness } from "./http/readiness.ts";
import { createLogger } from "./log.ts";
import { loadWebApp } from "./pages/load-web-app.ts";
import { createDiskStorage } from "./photos/disk-storage.ts";

const DRAIN_MS = 4000;

/** Opens what is needed, listens, migrates, and drains on SIGTERM or SIGINT. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const logger = createLogger(config.logLevel);
  const readiness: Readiness = { state: "starting" };
  const db = createDb({
    url: config.database.url,
    poolSize: config.database.poolSize,
    applicationName: "studbook-api",
    onPoolError: (error) => logger.error({ err: error }, "a database connection was lost"),
  });
  const storage = createDiskStorage(join(config.dataDir, "photos"));
  const webApp = config.development ? undefined : await loadWebApp(config.webDist);
  const clock = () => new Date();
  const app = await buildApp({
    config,
    db,
    storage,
    clock,
    logger,
    readiness,
    ...(webApp && { webApp }),
  });

  const stop = async (signal: string) => {
    if (readiness.state === "draining") return;
    readiness.state = "draining";
    logger.info({ signal }, "draining");
    const deadline = setTimeout(() => process.exit(1), DRAIN_MS);
    await app.close();
    await db.destroy();
    clearTimeout(deadline);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.once("disconnect", () => stop("disconnect"));
  process.channel?.unref();

  await app.listen({ port: config.port, host: config.host });
  await migrateToLatest({ url: config.database.url });
  if (config.mode === "demo") await loadDemo({ db, storage, logger });
  if (readiness.state === "starting") {
    readiness.state = "ready";
    process.stdout.write(`Ready on ${config.publicUrl}\n`);
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
    return `Port ${process.env.PORT ?? 3000} is taken by another program. Stop it, or choose another with PORT=...`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
