import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { prepareDemoDatabase } from "@studbook/api/demo/prepare-demo-database";
import { startEmbeddedPostgres } from "@studbook/local-postgres/embedded-postgres";
import { getFreePort } from "@studbook/local-postgres/free-port";
import { namesDatabase } from "./demo-settings.ts";
import { explainError } from "./explain-error.ts";
import { onPackageRunnerEnded } from "./package-runner.ts";
import { startPaymentSandbox } from "./sandbox.ts";
import { startServer } from "./server.ts";
import { stopWithParent } from "./stop-with-parent.ts";
import { explainTakenPort } from "./taken-port.ts";

if (existsSync(".env")) process.loadEnvFile(".env");
const port = Number(process.env.PORT || 3000);
const dataDir = resolve(process.env.DATA_DIR || ".data");

const explain = (error: unknown) =>
  void process.stderr.write(`${explainError(error, { command: "dev", dataDir })}\n`);

// Vite needs the port on all addresses.
const taken = await explainTakenPort({ port, command: "dev" });
if (taken) {
  process.stderr.write(`${taken}\n`);
  process.exit(1);
}

/** Vite serves the web app and proxies calls to the API, which restarts when one of its files changes. */
const postgres = namesDatabase(process.env)
  ? { url: "", stop: async () => undefined }
  : await startEmbeddedPostgres({ dataDir: resolve(dataDir, "postgres"), fsync: true }).catch(
      (error: unknown) => {
        explain(error);
        process.exit(1);
      },
    );
const apiPort = String(await getFreePort());
const sandbox = await startPaymentSandbox({
  env: process.env,
  host: process.env.HOST || "127.0.0.1",
  dataDir,
  serverPort: Number(apiPort),
  command: "dev",
}).catch(async (error: unknown) => {
  await postgres.stop();
  explain(error);
  process.exit(1);
});
const env = await prepareDemoDatabase(process.env, postgres.url, {
  signal: new AbortController().signal,
  print: (line) => void process.stdout.write(`${line}\n`),
}).catch(async (error: unknown) => {
  await postgres.stop();
  explain(error);
  process.exit(1);
});
const api = startServer(
  {
    ...env,
    ...sandbox?.env,
    NODE_ENV: "development",
    STUDBOOK_MODE: "demo",
    LOG_LEVEL: process.env.LOG_LEVEL || "info",
    PORT: apiPort,
    PUBLIC_URL: `http://localhost:${port}`,
    DATA_DIR: dataDir,
  },
  ["--watch"],
);
const vite = spawn("node_modules/.bin/vite", ["--port", String(port), "--strictPort"], {
  cwd: "apps/web",
  env: { ...process.env, ...sandbox?.env, API_URL: `http://127.0.0.1:${apiPort}` },
  stdio: "inherit",
});
stopWithParent([api.child.pid, vite.pid].filter((pid) => pid !== undefined));

const stop = () => {
  vite.kill();
  void api.stop();
};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
onPackageRunnerEnded(stop);
await Promise.race([api.ended, once(vite, "exit")]);
stop();
await api.ended;
await sandbox?.stop();
await postgres.stop();
