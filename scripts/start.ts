import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { prepareDemoDatabase } from "@studbook/api/demo/prepare-demo-database";
import { startEmbeddedPostgres } from "@studbook/local-postgres/embedded-postgres";
import { buildWeb } from "./build.ts";
import { createCleanup } from "./cleanup.ts";
import { namesDatabase } from "./demo-settings.ts";
import { explainError } from "./explain-error.ts";
import { onPackageRunnerEnded } from "./package-runner.ts";
import { printProgress } from "./print-progress.ts";
import { type PaymentSandbox, startPaymentSandbox } from "./sandbox.ts";
import { startServer } from "./server.ts";
import { explainTakenPort } from "./taken-port.ts";

if (existsSync(".env")) process.loadEnvFile(".env");
const port = Number(process.env.PORT || 3000);
const host = process.env.HOST || "127.0.0.1";
const dataDir = resolve(process.env.DATA_DIR || ".data");

const stopping = new AbortController();
const cleanup = createCleanup();

/**
 * Runs the demo on this machine: a database, the built web app and the server. They stop together. Returns the
 * exit code.
 */
async function start(): Promise<number> {
  const taken = await explainTakenPort({ port, host, command: "start" });
  if (taken) {
    process.stderr.write(`${taken}\n`);
    return 1;
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, beginStop);
  onPackageRunnerEnded(beginStop);
  try {
    const embeddedUrl = namesDatabase(process.env)
      ? ""
      : await printProgress("Starting the database", startPostgres());
    const sandbox = await startSandbox();
    const preparing = Promise.all([
      printProgress("Preparing the database", prepareDatabase(embeddedUrl)),
      printProgress("Building the web app", buildWeb(stopping.signal)),
    ]);
    // Without its database, the preparation could wait for long.
    const prepared = await Promise.race([preparing, untilStopping()]);
    if (!prepared || stopping.signal.aborted) return Number(process.exitCode ?? 0);
    const [settings] = prepared;
    const server = startServer({
      ...settings,
      ...sandbox?.env,
      NODE_ENV: "production",
      STUDBOOK_MODE: "demo",
      LOG_LEVEL: process.env.LOG_LEVEL || "warn",
      DATA_DIR: dataDir,
    });
    cleanup.add(server.stop);
    const isReady = server.ready.then(() => true);
    const hasEnded = server.ended.then(() => false);
    const wasReady = await printProgress("Starting the server", Promise.race([isReady, hasEnded]));
    const code = await server.ended;
    if (stopping.signal.aborted) return Number(process.exitCode ?? 0);
    // A server that cannot start prints the reason.
    if (wasReady && code !== 0)
      process.stderr.write(`The server stopped unexpectedly (exit code ${code}).\n`);
    return code;
  } catch (error) {
    if (stopping.signal.aborted) return Number(process.exitCode ?? 0);
    process.stderr.write(`${explainError(error, { command: "start", dataDir })}\n`);
    return 1;
  } finally {
    stopping.abort();
    await cleanup.run();
  }
}

async function startSandbox(): Promise<PaymentSandbox | undefined> {
  const { env } = process;
  const sandbox = await startPaymentSandbox({
    env,
    host,
    dataDir,
    serverPort: port,
    command: "start",
  });
  if (sandbox) cleanup.add(sandbox.stop);
  return sandbox;
}

/** Prepares the database and returns the environment of the server. */
function prepareDatabase(embeddedUrl: string): Promise<NodeJS.ProcessEnv> {
  return prepareDemoDatabase(process.env, embeddedUrl, {
    signal: stopping.signal,
    print: (line) => void process.stdout.write(`${line}\n`),
  });
}

async function startPostgres(): Promise<string> {
  const postgres = await startEmbeddedPostgres({
    dataDir: resolve(dataDir, "postgres"),
    fsync: true,
  });
  cleanup.add(postgres.stop);
  postgres.ended.then(() => {
    if (stopping.signal.aborted) return;
    process.stderr.write(
      "PostgreSQL stopped unexpectedly, so Studbook is shutting down. Run pnpm start again.\n",
    );
    process.exitCode = 1;
    beginStop();
  });
  return postgres.url;
}

function untilStopping(): Promise<undefined> {
  const { signal } = stopping;
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

const exitCode = await start();
// What still waits for the stopped database must not delay the end.
process.exit(exitCode);
