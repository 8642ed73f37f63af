import { type ChildProcess, spawn } from "node:child_process";
import { open, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { claimAsLauncher, ensureCluster, findLauncher, SUPERUSER } from "./cluster-files.ts";
import { type ClusterPlace, placeCluster } from "./cluster-place.ts";
import {
  findPostmaster,
  isAlive,
  servesCluster,
  signalProcess,
  stopPostmaster,
} from "./postmaster.ts";

export type EmbeddedPostgres = {
  /** The database `studbook` on it, with the superuser's name and password. */
  url: string;
  port: number;
  /** Where the data really is, which may differ from where it was wanted. */
  dataDir: string;
  /** Ends the server and waits for it. Leaves one alone that another living process started. */
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  dataDir: string;
  /** Preferred; another is taken when it is in use. */
  port?: number;
  /** Whether data survives a crash of the machine. Off is faster, for data nobody will miss. */
  fsync: boolean;
  log?: (line: string) => void;
};

const START_MS = 60_000;
const DATABASE = "studbook";
const THROWAWAY = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

/**
 * Starts the packaged PostgreSQL on `dataDir` (created when missing), on the loopback interface
 * alone. A server left behind on that data by a killed launcher is taken over.
 *
 * @throws Error with the end of the server's log when it does not start within a minute.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const place = await placeCluster(options.dataDir);
  const password = await ensureCluster(place, options.fsync);
  const urlFor = (port: number, database: string) =>
    `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
  const deadline = Date.now() + START_MS;
  let port = options.port ?? (await findFreePort());
  for (let problem = ""; Date.now() < deadline; await delay(100)) {
    const running = await findPostmaster(place.dataDir);
    if (running && (await servesCluster(urlFor(running.port, "postgres"), place.dataDir))) {
      options.log?.(`PostgreSQL is already running on port ${running.port}.`);
      return await adopt(running.pid, running.port);
    }
    if (running) continue;
    if (/lock file "postmaster.pid" already exists/.test(problem)) {
      await rm(join(place.dataDir, "postmaster.pid"), { force: true });
    }
    const server = await launch(place, port, options.fsync);
    await claimAsLauncher(place.dataDir);
    while (isRunning(server) && Date.now() < deadline) {
      if (await servesCluster(urlFor(port, "postgres"), place.dataDir)) {
        return await adopt(server.pid ?? 0, port);
      }
      await delay(25);
    }
    problem = await readFile(join(place.dataDir, "server.log"), "utf8");
    if (/could not (bind|create any TCP\/IP)/.test(problem)) {
      options.log?.(`Port ${port} is in use; PostgreSQL takes another.`);
      port = await findFreePort();
    } else if (!/"postmaster.pid" already exists|shared memory block/.test(problem)) {
      throw new Error(`PostgreSQL did not start:\n${problem.trim().slice(-2000)}`);
    }
  }
  throw new Error(`PostgreSQL on ${place.dataDir} did not answer within ${START_MS / 1000} s.`);

  async function adopt(pid: number, port: number): Promise<EmbeddedPostgres> {
    const { dataDir } = place;
    await ensureDatabase(urlFor(port, "postgres"));
    const launcher = await findLauncher(dataDir);
    const isShared = launcher !== undefined && launcher !== process.pid && isAlive(launcher);
    const url = urlFor(port, DATABASE);
    if (isShared) return { url, port, dataDir, stop: async () => undefined };
    await claimAsLauncher(dataDir);
    const endWithUs = () => signalProcess(pid, "SIGINT");
    process.once("exit", endWithUs);
    const stop = async () => {
      process.off("exit", endWithUs);
      await stopPostmaster(pid, dataDir);
    };
    return { url, port, dataDir, stop };
  }
}

// In a process group of its own, a Ctrl-C in the terminal reaches the launcher alone, which stops
// what uses the database first. Its log is a file: it must not break when the launcher is killed.
async function launch(place: ClusterPlace, port: number, fsync: boolean): Promise<ChildProcess> {
  const settings = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=200",
    ...(fsync ? [] : THROWAWAY),
  ];
  const log = await open(join(place.dataDir, "server.log"), "w");
  const server = spawn(
    join(place.binDir, "postgres"),
    ["-D", place.dataDir, ...settings.flatMap((setting) => ["-c", setting])],
    {
      ...place.identity,
      cwd: "/",
      env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
      stdio: ["ignore", log.fd, log.fd],
      detached: true,
    },
  );
  server.unref();
  await log.close();
  return server;
}

function isRunning(server: ChildProcess): boolean {
  return server.pid !== undefined && server.exitCode === null && server.signalCode === null;
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query("select from pg_database where datname = $1", [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("No port is free");
  return address.port;
}
