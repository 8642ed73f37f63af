import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Config } from "@studbook/api/config";
import { prepareDemoDatabase } from "@studbook/api/demo/prepare-demo-database";
import { startEmbeddedPostgres } from "@studbook/local-postgres/embedded-postgres";
import { type Cleanup, createCleanup } from "./cleanup.ts";
import { namesDatabase, readDemoConfig } from "./demo-settings.ts";
import { explainError } from "./explain-error.ts";
import { onPackageRunnerEnded } from "./package-runner.ts";
import { printProgress } from "./print-progress.ts";
import { startPaymentSandbox } from "./sandbox.ts";
import { requireFreePort } from "./taken-port.ts";

/** The pnpm script that is running. */
type Command = "start" | "dev";

/** What the server and the pages of the demo run on. */
export type Demo = {
  config: Config;
  cleanup: Cleanup;
  /** Aborts when the demo is being stopped. */
  signal: AbortSignal;
  /** Prepares the database and returns the environment of the server. */
  prepareDatabase(): Promise<NodeJS.ProcessEnv>;
  /** Starts the payment sandbox for the server at a port and returns its settings for the server. */
  startSandbox(serverPort: number): Promise<Record<string, string>>;
};

const stopping = new AbortController();
const { signal } = stopping;
const cleanup = createCleanup();

/**
 * Starts the database of the demo, then runs `serve` until it returns or the demo is stopped by a signal, then stops
 * everything and exits with the code that `serve` has returned. If the demo cannot start, prints why.
 */
export async function runDemo(
  command: Command,
  serve: (demo: Demo) => Promise<number>,
): Promise<never> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const { env } = process;
  const dataDir = resolve(env.DATA_DIR || ".data");
  try {
    const config = readDemoConfig(env);
    const { port, host } = config;
    // Vite needs the port on all addresses.
    await requireFreePort({ port, host: command === "dev" ? undefined : host, command });
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, beginStop);
    onPackageRunnerEnded(beginStop);
    const embeddedUrl = namesDatabase(env)
      ? ""
      : await printProgress("Starting the database", startPostgres(dataDir, command));
    signal.throwIfAborted();
    const serving = serve({
      config,
      cleanup,
      signal,
      prepareDatabase: () => prepareDemoDatabase(env, embeddedUrl, { signal, print }),
      async startSandbox(serverPort) {
        const sandbox = await startPaymentSandbox({ env, host, dataDir, serverPort, command });
        if (sandbox) cleanup.add(sandbox.stop);
        return sandbox?.env ?? {};
      },
    });
    // Without its database, the preparation could wait for long.
    const code = await Promise.race([serving, untilStopping()]);
    if (!signal.aborted) process.exitCode = code;
  } catch (error) {
    if (!signal.aborted) {
      process.stderr.write(`${explainError(error, { command, dataDir })}\n`);
      process.exitCode = 1;
    }
  }
  stopping.abort();
  await cleanup.run();
  // What still waits for the stopped database must not delay the end.
  process.exit();
}

async function startPostgres(dataDir: string, command: Command): Promise<string> {
  const postgres = await startEmbeddedPostgres({
    dataDir: resolve(dataDir, "postgres"),
    fsync: true,
  });
  cleanup.add(postgres.stop);
  postgres.ended.then(() => {
    if (signal.aborted) return;
    process.stderr.write(
      `PostgreSQL stopped unexpectedly, so Studbook is shutting down. Run npx -y pnpm ${command} again.\n`,
    );
    process.exitCode = 1;
    beginStop();
  });
  return postgres.url;
}

function untilStopping(): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener("abort", () => resolve(undefined));
  });
}

function beginStop(): void {
  stopping.abort();
  cleanup.run().catch((error: unknown) => {
    process.stderr.write(`${error}\n`);
    process.exitCode = 1;
  });
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
