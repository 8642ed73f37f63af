import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setInterval } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import { startTestServer } from "@studbook/db/test/test-server";
import { fillDatabase, LARGE_SITE } from "./fill-database.ts";

const CLI = fileURLToPath(new URL("../apps/api/src/cli/main.ts", import.meta.url));

/** Measures a backup and a restore of 100,000 users, a million ads and 200,000 payments, without photos. */
async function main(): Promise<void> {
  if (process.platform !== "linux") throw new Error("This benchmark needs Linux's /proc");
  const server = await startTestServer();
  process.env.TEST_DATABASE_URL = server.url;
  const folder = await mkdtemp("/var/tmp/studbook-bench-backup-");
  const file = join(folder, "studbook.tar");
  try {
    const source = await createTestDb({ poolSize: 1 });
    process.stdout.write(`On ${server.description}\n`);
    await fillDatabase(source, LARGE_SITE);
    const [size] = await source.run("select pg_database_size(current_database()) as bytes");
    const megabytes = (bytes: unknown) => `${Math.round(Number(bytes) / 1e6)} MB`;
    await measure("backup", source, file, folder);
    const { size: bytes } = await stat(file);
    process.stdout.write(`database ${megabytes(size?.bytes)}, file ${megabytes(bytes)}\n`);
    await source.drop();
    const target = await createTestDb({ poolSize: 1 });
    await measure("restore", target, file, folder);
    await target.drop();
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(
  command: string,
  { url, ownerUrl }: TestDb,
  file: string,
  folder: string,
): Promise<void> {
  const env = {
    PATH: process.env.PATH,
    STUDBOOK_MODE: "demo",
    DATABASE_URL: url,
    DATABASE_OWNER_URL: ownerUrl,
    DATA_DIR: folder,
  };
  const startedAt = performance.now();
  const child = spawn(process.execPath, [CLI, command, file], { env, stdio: "inherit" });
  const ended = once(child, "exit");
  const watching = new AbortController();
  const peak = watchPeak(child.pid ?? 0, watching.signal);
  const [code] = await ended;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  watching.abort();
  if (code !== 0) throw new Error(`${command} exited with ${code}`);
  process.stdout.write(
    `${command}: ${seconds} s, ${Math.round((await peak) / 1024)} MiB at peak\n`,
  );
}

/** Returns the process's peak memory until the signal, in KiB. */
async function watchPeak(pid: number, signal: AbortSignal): Promise<number> {
  let peak = 0;
  try {
    for await (const _ of setInterval(100, undefined, { signal })) {
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      peak = Math.max(peak, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0));
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return peak;
}

await main();
