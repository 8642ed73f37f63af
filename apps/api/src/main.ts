import type { Db } from "@studbook/db/client";
import { completeSettings } from "./complete-settings.ts";
import { type Config, readConfig } from "./config.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD, loadDemo } from "./demo/load-demo.ts";
import { explainStartError } from "./explain-start-error.ts";
import { createLogger } from "./log.ts";
import type { PhotoStorage } from "./photos/storage.ts";
import { createServer } from "./server.ts";

/** Runs the server of this process, and drains it on SIGTERM or SIGINT. */
async function main(config: Config): Promise<void> {
  const server = await createServer(config, {
    logger: createLogger(config.logLevel),
    ...(config.mode === "demo" && { prepare: prepareDemo }),
  });
  const stop = (reason: string) => {
    setTimeout(() => process.exit(1), config.drainSeconds * 1000).unref();
    return server.stop(reason);
  };
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => stop(signal));
  // `pnpm start` keeps a channel to us, which ends with it however it ends.
  process.once("disconnect", () => stop("disconnect"));
  process.channel?.unref();
  if (await server.start()) process.stdout.write(`Ready on ${config.publicUrl}\n`);
}

async function prepareDemo(parts: {
  db: Db;
  storage: PhotoStorage;
  signal: AbortSignal;
}): Promise<void> {
  const onBegin = () => {
    process.stdout.write("Drawing and loading the demo's listings, once; this takes a moment.\n");
  };
  await loadDemo({ ...parts, now: new Date(), onBegin });
  const names = DEMO_ACCOUNTS.join(", ");
  process.stdout.write(`Demo accounts: ${names}; password ${DEMO_PASSWORD}\n`);
}

try {
  await main(readConfig(completeSettings(process.env)));
} catch (error) {
  process.stderr.write(`${explainStartError(error)}\n`);
  process.exit(1);
}
