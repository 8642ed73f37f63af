import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { insertSession } from "@studbook/db/queries/sessions";
import { createUser } from "@studbook/db/test-factories";
import type { TestDb } from "@studbook/db/testing";

const MAIN = fileURLToPath(new URL("../apps/api/src/main.ts", import.meta.url));
const SAMPLE_MS = 20;
const STALL_MS = 5000;

/** Prints how much the memory of a server grows while it sends each of the files, each to a fresh server. */
export async function measureExports(studbook: TestDb): Promise<void> {
  const { id } = await createUser(studbook.db, { isAdmin: true });
  const token = randomBytes(32).toString("base64url");
  const sid = createHash("sha256").update(token).digest("hex");
  await insertSession(studbook.db, { sid, userId: id, idleSeconds: 3600 });
  for (const file of ["users.csv", "ads.csv"]) {
    await withServer(studbook.url, async (origin, pid) => {
      const url = `${origin}/api/admin/${file}`;
      const headers = { cookie: `studbook=${token}` };
      const before = rssMb(pid);
      const began = performance.now();
      const read = await sampled(pid, () => readAll(url, headers));
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      print(file, `${read.result} lines in ${seconds} s`, before, read.peakMb);
      const stalled = await sampled(pid, () => stall(url, headers));
      print(file, "a reader that stops", before, stalled.peakMb);
    });
  }
}

function print(file: string, what: string, beforeMb: number, peakMb: number): void {
  const grown = (peakMb - beforeMb).toFixed(0);
  process.stdout.write(
    `${file.padEnd(10)} ${what}: ${beforeMb.toFixed(0)} MB before, +${grown} MB at most\n`,
  );
}

async function readAll(url: string, headers: Record<string, string>): Promise<number> {
  const { body, status } = await fetch(url, { headers });
  if (status !== 200 || !body) throw new Error(`${url} answered ${status}`);
  let lines = 0;
  for await (const chunk of body) for (const byte of chunk) if (byte === 10) lines++;
  return lines;
}

async function stall(url: string, headers: Record<string, string>): Promise<void> {
  const stopping = new AbortController();
  const { body } = await fetch(url, { headers, signal: stopping.signal });
  await body?.getReader().read();
  await delay(STALL_MS);
  stopping.abort();
}

async function sampled<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ result: T; peakMb: number }> {
  let peakMb = rssMb(pid);
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, rssMb(pid));
  }, SAMPLE_MS);
  try {
    return { result: await work(), peakMb };
  } finally {
    clearInterval(timer);
  }
}

function rssMb(pid: number): number {
  const [, kb] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kb) / 1024;
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
