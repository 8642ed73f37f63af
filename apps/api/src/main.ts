import { type Config, ConfigError, readConfig } from "./config.ts";
import { LONGEST_NOTICE_MS } from "./environment.ts";
import { explainStartError } from "./explain-start-error.ts";
import { createLogger } from "./log.ts";
import { resolveSettings } from "./resolve-settings.ts";
import { createServer } from "./server.ts";
import { startWatchdog } from "./watchdog.ts";

/** For what remains to be closed after the connections. */
const CLEAN_UP_MS = 4000;

/** Runs the server and drains it on SIGTERM or SIGINT. */
async function main(config: Config): Promise<void> {
  const server = await createServer(config, {
    logger: createLogger(config.logLevel),
    ...(config.mode === "demo" && (await loadDemoParts())),
  });
  const longestMs = LONGEST_NOTICE_MS + config.drainSeconds * 1000 + CLEAN_UP_MS;
  const stop = (reason: string) => {
    setTimeout(() => process.exit(1), longestMs).unref();
    return server.stop(reason);
  };
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => stop(signal));
  // `pnpm start` holds an IPC channel to this process, which closes however the launcher exits.
  process.once("disconnect", () => stop("disconnect"));
  process.channel?.unref();
  // In the demo, nothing would restart the server.
  if (config.mode === "production") startWatchdog();
  if (!(await server.start())) return;
  process.stdout.write(`Ready on ${config.publicUrl}\n`);
  process.send?.("ready");
}

/** Throws ConfigError if the demo is missing: it is not part of the production image. */
async function loadDemoParts() {
  try {
    return (await import("./demo/demo-parts.ts")).DEMO_PARTS;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new ConfigError(
      "STUDBOOK_MODE: must be production, because this installation does not include the demo",
    );
  }
}

try {
  await main(readConfig(resolveSettings(process.env)));
} catch (error) {
  process.stderr.write(`${explainStartError(error)}\n`);
  process.exit(1);
}
