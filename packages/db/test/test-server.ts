import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readdir, rm, stat, statfs } from "node:fs/promises";
import { freemem } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { startEmbeddedPostgres } from "@studbook/local-postgres/embedded-postgres";
import { findPostmaster, isAlive, stopPostmaster } from "@studbook/local-postgres/postmaster";

export type TestServer = {
  url: string;
  kind: "given" | "container" | "embedded";
  /** Which PostgreSQL the tests run on and why, in a few words. */
  description: string;
  stop(): Promise<void>;
};

const IMAGE = "postgres:17-alpine";
const PROBE = fileURLToPath(new URL("./probe-container-runtime.ts", import.meta.url));
const CONTAINER_MS = 120_000;
const DISK = "/var/tmp";
/** Files are in memory here, on Linux. Not every system has it, and containers usually have 64 MB of it. */
const MEMORY = "/dev/shm";
/** More than a whole test run needs. */
const MEMORY_BYTES = 2 * 1024 ** 3;
const PREFIX = "studbook-test-";
const SETTINGS = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

/**
 * Returns the PostgreSQL that tests run on: the one at TEST_DATABASE_URL or DATABASE_URL if set, else a container if a
 * runtime responds and has the image, else the packaged one.
 *
 * @throws Error if TEST_DATABASE=container is set and no container can be used
 */
export async function startTestServer(): Promise<TestServer> {
  const wanted = process.env.TEST_DATABASE;
  if (wanted && wanted !== "container") throw new Error("TEST_DATABASE: must be container");
  const given = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL;
  if (given) {
    if (wanted)
      throw new Error("TEST_DATABASE=container: a server is already configured by its URL");
    const description = `the given server at ${new URL(given).host}`;
    return { url: given, kind: "given", description, stop: async () => undefined };
  }
  const container = await startContainer();
  if (typeof container !== "string") return container;
  if (wanted) throw new Error(`TEST_DATABASE=container: ${container}`);
  return await startEmbedded(container);
}

/** Returns the reason if no container can be started. */
async function startContainer(): Promise<TestServer | string> {
  const unavailable = await probeContainerRuntime();
  if (unavailable) return unavailable;
  const { PostgreSqlContainer } = await import("@testcontainers/postgresql");
  const starting = new PostgreSqlContainer(IMAGE)
    .withCommand([
      "postgres",
      ...[...SETTINGS, "max_connections=200"].flatMap((setting) => ["-c", setting]),
    ])
    .start();
  try {
    const container = await within(CONTAINER_MS, starting);
    return {
      url: container.getConnectionUri(),
      kind: "container",
      description: `a container of ${IMAGE}`,
      stop: async () => void (await container.stop()),
    };
  } catch (error) {
    starting.then((late) => late.stop()).catch(() => undefined);
    const [reason] = String(error instanceof Error ? error.message : error).split("\n");
    return `no container of ${IMAGE} (${reason})`;
  }
}

async function probeContainerRuntime(): Promise<string | undefined> {
  const probe = spawn(process.execPath, [PROBE], { stdio: ["ignore", "ignore", "pipe"] });
  const [[code], errorOutput] = await Promise.all([once(probe, "exit"), text(probe.stderr)]);
  if (code === 0) return undefined;
  if (code === 2) return "no container runtime";
  if (code === 3) return "the container runtime does not respond";
  throw new Error(`The container runtime failed:\n${errorOutput}`);
}

async function startEmbedded(why: string): Promise<TestServer> {
  for (const folders of [DISK, MEMORY].filter(existsSync)) await removeAbandoned(folders);
  const folder = await mkdtemp(join(await chooseFolders(), `${PREFIX}${process.pid}-`));
  await chmod(folder, 0o755);
  const server = await startEmbeddedPostgres({ dataDir: join(folder, "data"), fsync: false });
  return {
    url: server.url,
    kind: "embedded",
    description: `the packaged PostgreSQL (${why})`,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A database has hundreds of files: it takes 40 ms to create in memory, and 90 to 500 ms on ext4. */
async function chooseFolders(): Promise<string> {
  if (!existsSync(MEMORY)) return DISK;
  const { bavail, bsize } = await statfs(MEMORY);
  return Math.min(bavail * bsize, freemem()) > MEMORY_BYTES ? MEMORY : DISK;
}

async function removeAbandoned(folders: string): Promise<void> {
  const names = (await readdir(folders)).filter((name) => name.startsWith(PREFIX));
  for (const name of names) {
    const folder = join(folders, name);
    const launcher = Number(name.slice(PREFIX.length).split("-")[0]);
    // Other tests create folders here too, with names that have no number.
    if (!Number.isInteger(launcher)) continue;
    if (isAlive(launcher) || (await stat(folder)).uid !== process.getuid?.()) continue;
    const dataDir = join(folder, "data");
    const left = await findPostmaster(dataDir);
    if (left) await stopPostmaster(left.pid, dataDir);
    await rm(folder, { recursive: true, force: true });
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`not done within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
