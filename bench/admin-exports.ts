import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { prepareDatabase } from "@studbook/api/prepare-database";
import { insertSession } from "@studbook/db/queries/sessions";
import { createUser } from "@studbook/db/test/factories";
import type { TestDb } from "@studbook/db/test/test-db";
import { readRssMb } from "./processes.ts";

const MAIN = fileURLToPath(new URL("../apps/api/src/main.ts", import.meta.url));
const EXPORTS = { "users.csv": 100_000, "ads.csv": 1_000_000 };
const STALL_MS = 5000;

type Headers = Record<string, string>;

/** Prints how much a server's memory grows during each export. Every export gets a new server. */
export async function measureExports(studbook: TestDb): Promise<void> {
  await prepareDatabase(studbook);
  const { id } = await createUser(studbook.db, { isAdmin: true });
  const token = randomBytes(32).toString("base64url");
  const sid = createHash("sha256").update(token).digest("hex");
  await insertSession(studbook.db, { sid, userId: id, idleSeconds: 3600 });
  for (const [file, rows] of Object.entries(EXPORTS)) {
    await withServer(studbook.url, async (origin, pid) => {
      const url = `${origin}/api/admin/${file}`;
      const headers = { cookie: `studbook=${token}` };
      const before = readRssMb(pid);
      const began = performance.now();
      const peaks = await readAll(url, headers, pid, rows);
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      const stalled = await stall(url, headers, pid);
      const grown = [...peaks, stalled].map((mb) => `+${(mb - before).toFixed(0)}`);
      process.stdout.write(
        `${file.padEnd(9)} ${rows} rows in ${seconds} s; ${before.toFixed(0)} MB before, ` +
          `${grown.slice(0, 4).join(" ")} MB by quarter of the file, ${grown[4]} MB with a stalled reader\n`,
      );
    });
  }
}

/** Reads the whole file. Returns the server's peak memory during each quarter of its lines, in MB. */
async function readAll(
  url: string,
  headers: Headers,
  pid: number,
  rows: number,
): Promise<number[]> {
  const { body, status } = await fetch(url, { headers });
  if (status !== 200 || !body) throw new Error(`${url} answered ${status}`);
  const peaks = [0, 0, 0, 0];
  let lines = 0;
  for await (const chunk of body) {
    for (const byte of chunk) if (byte === 10) lines++;
    const quarter = Math.min(3, Math.floor((lines / rows) * 4));
    peaks[quarter] = Math.max(peaks[quarter] ?? 0, readRssMb(pid));
  }
  if (lines < rows) throw new Error(`${url} has ${lines} lines`);
  return peaks;
}

/** Reads only the first chunk, then stalls. Returns the server's memory after that, in MB. */
async function stall(url: string, headers: Headers, pid: number): Promise<number> {
  const controller = new AbortController();
  const { body } = await fetch(url, { headers, signal: controller.signal });
  await body?.getReader().read();
  await delay(STALL_MS);
  const after = readRssMb(pid);
  controller.abort();
  return after;
}

async function withServer(
  databaseUrl: string,
  work: (origin: string, pid: number) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "studbook-bench-"));
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const origin = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, [MAIN], {
    env: {
      NODE_ENV: "development",
      PORT: String(port),
      PUBLIC_URL: origin,
      SUPPORT_EMAIL: "help@studbook.example",
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      // Required, but never used: no payments are made.
      STRIPE_SECRET_KEY: "sk_test_bench",
      STRIPE_PUBLISHABLE_KEY: "pk_test_bench",
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await untilReady(server.stdout);
    for (let n = 0; n < 50; n++) await (await fetch(`${origin}/api/ads`)).text();
    if (server.pid) await work(origin, server.pid);
  } finally {
    server.kill("SIGTERM");
    await once(server, "exit");
    await rm(folder, { recursive: true });
  }
}

function untilReady(output: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    output.on("data", (chunk: Buffer) => chunk.includes("Ready on") && resolve());
    output.once("end", () => reject(new Error("The server did not start")));
  });
}
