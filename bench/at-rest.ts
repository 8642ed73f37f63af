import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { prepareDatabase } from "@studbook/api/prepare-database";
import { deriveServerUrl } from "@studbook/db/server-role";
import { startEmbeddedPostgres } from "@studbook/local-postgres/embedded-postgres";
import { getFreePort } from "@studbook/local-postgres/free-port";
import { PRODUCTION_NODE_ARGS } from "@studbook/scripts/server";
import { PUBLISHABLE_KEY, SECRET_KEY } from "@studbook/stripe-sandbox/defaults";
import { startSandbox } from "@studbook/stripe-sandbox/start-sandbox";
import pg from "pg";
import { readCpuUs } from "./processes.ts";

const { values: flags } = parseArgs({
  options: {
    minutes: { type: "string", default: "4" },
    settle: { type: "string", default: "180" },
    servers: { type: "string", default: "1" },
  },
});
const MAIN = fileURLToPath(new URL("../apps/api/src/main.ts", import.meta.url));
const MINUTES = Number(flags.minutes);
const MAX_CPU_MS = 120;
const MAX_TRANSACTIONS = 60;
const MARK = "@@";

/** Measures what servers without requests cost per minute: CPU time and transactions, by application and statement. */
async function main(): Promise<void> {
  if (process.platform !== "linux") throw new Error("This benchmark needs Linux's /proc");
  const folder = await mkdtemp("/var/tmp/studbook-bench-at-rest-");
  const stops = [() => rm(folder, { recursive: true, force: true })];
  try {
    const postgres = await startEmbeddedPostgres({
      dataDir: join(folder, "postgres"),
      fsync: true,
    });
    stops.push(postgres.stop);
    const database = { ownerUrl: postgres.url, url: deriveServerUrl(postgres.url) };
    await prepareDatabase(database);
    const servers = [];
    for (let n = 0; n < Number(flags.servers); n++) {
      const port = await getFreePort();
      const sandbox = await startSandbox({
        stateDir: join(folder, `sandbox-${n}`),
        webhook: { url: `http://127.0.0.1:${port}/api/stripe/webhook`, secret: "whsec_bench" },
      });
      stops.push(sandbox.close);
      const server = spawn(process.execPath, [...PRODUCTION_NODE_ARGS, MAIN], {
        env: {
          NODE_ENV: "production",
          STUDBOOK_MODE: "demo",
          PORT: String(port),
          METRICS_PORT: String(await getFreePort()),
          DATA_DIR: join(folder, "data"),
          DATABASE_URL: database.url,
          STRIPE_SECRET_KEY: SECRET_KEY,
          STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
          STRIPE_WEBHOOK_SECRET: "whsec_bench",
          STRIPE_API_URL: sandbox.url,
          STRIPE_SANDBOX_PORT: String(sandbox.port),
          LOG_LEVEL: "warn",
        },
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      });
      stops.push(() => stop(server));
      // The server reports that it is ready.
      await once(server, "message");
      servers.push(server.pid ?? 0);
    }
    await measure(postgres, servers);
  } finally {
    for (let next = stops.pop(); next; next = stops.pop()) await next();
  }
}

async function stop(server: ChildProcess): Promise<void> {
  const exited = once(server, "exit");
  server.kill("SIGTERM");
  await exited;
}

async function measure(
  { url, dataDir }: { url: string; dataDir: string },
  servers: readonly number[],
): Promise<void> {
  // Connected to another database, so that it does not count itself.
  const client = new pg.Client({ connectionString: url.replace(/[^/]*$/, "postgres") });
  await client.connect();
  await client.query("alter system set log_statement = 'all'");
  await client.query(`alter system set log_line_prefix = '${MARK}%d ${MARK}%a${MARK}'`);
  await client.query("select pg_reload_conf()");
  await wait(Number(flags.settle) * 1000);
  const log = join(dataDir, "server.log");
  const skip = (await readFile(log)).length;
  const before = [readCpuUs(servers) / 1000, await countTransactions(client)] as const;
  await wait(MINUTES * 60_000);
  const after = [readCpuUs(servers) / 1000, await countTransactions(client)] as const;
  await client.end();
  listStatements((await readFile(log)).subarray(skip).toString());
  const [cpuMs, transactions] = [0, 1].map(
    (n) => ((after[n] ?? 0) - (before[n] ?? 0)) / MINUTES / servers.length,
  );
  report("CPU ms", cpuMs, MAX_CPU_MS);
  report("transactions", transactions, MAX_TRANSACTIONS);
}

async function countTransactions(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: string }>(
    "select xact_commit + xact_rollback as n from pg_stat_database where datname = 'studbook'",
  );
  return Number(rows[0]?.n);
}

function listStatements(log: string): void {
  const counts = new Map<string, number>();
  for (const line of log.split(`${MARK}studbook ${MARK}`).slice(1)) {
    const [application = "", entry = ""] = line.replaceAll(/\s+/g, " ").split(MARK);
    const found = /^LOG: (?:statement|execute [^:]*): (.*)$/.exec(entry);
    if (!found) continue;
    const text = (found[1] ?? "").trim().slice(0, 90);
    const key = `${application}: ${text}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  for (const [key, n] of [...counts].sort(([, a], [, b]) => b - a)) {
    process.stdout.write(`${(n / MINUTES).toFixed(1).padStart(6)}/min ${key}\n`);
  }
}

function report(what: string, perMinute = Number.NaN, limit: number): void {
  const isMet = perMinute < limit;
  process.stdout.write(
    `${isMet ? "PASS" : "MISS"} ${perMinute.toFixed(0)} ${what} per minute and server (below ${limit})\n`,
  );
  if (!isMet) process.exitCode = 1;
}

await main();
