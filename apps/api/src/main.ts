import { completeSettings } from "./complete-settings.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { explainStartError } from "./explain-start-error.ts";
import { createLogger } from "./log.ts";
import { createServer } from "./server.ts";

/** Runs the server of this process, and drains it on SIGTERM or SIGINT. */
async function main(config: Config): Promise<void> {
  const server = await createServer(config, {
    logger: createLogger(config.logLevel),
    ...(config.mode === "demo" && (await loadDemoParts())),
  });
  const stop = (reason: string) => {
    setTimeout(() => process.exit(1), config.drainSeconds * 1000).unref();
    return server.stop(reason);
  };
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => stop(signal));
  // `pnpm start` keeps a channel to us, which ends with it however it ends.
  process.once("disconnect", () => stop("disconnect"));
  process.channel?.unref();
  if (!(await server.start())) return;
  process.stdout.write(`Ready on ${config.publicUrl}\n`);
  process.send?.("ready");
}

/** The demo is not part of the production image. */
async function loadDemoParts() {
  try {
    return (await import("./demo/demo-parts.ts")).DEMO_PARTS;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new ConfigError("STUDBOOK_MODE: this installation does not contain the demo");
  }
}

try {
  await main(readConfig(completeSettings(process.env)));
} catch (error) {
  process.stderr.write(`${explainStartError(error)}\n`);
  process.exit(1);
}
