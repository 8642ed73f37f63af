import { type ChildProcess, spawn } from "node:child_process";
import { open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ClusterLocation } from "./cluster-location.ts";
import { getFreePort } from "./free-port.ts";
import { findReason, LocalPostgresError } from "./local-postgres-error.ts";
import { findPostmaster, type Postmaster, servesCluster } from "./postmaster.ts";

export type ServerOptions = {
  /** The preferred port. If it is in use, a free port is chosen. */
  port?: number;
  /** Whether data survives a system crash. Off is faster, for temporary data. */
  fsync: boolean;
  log?: (line: string) => void;
  urlFor: (port: number) => string;
};

const START_TIMEOUT_MS = 60_000;
const UNSAFE_SETTINGS = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

/**
 * Returns the server that already runs on a cluster's data, or launches one.
 *
 * @throws LocalPostgresError with the end of the server's log if it does not accept connections within a minute
 */
export async function ensureServer(
  location: ClusterLocation,
  options: ServerOptions,
): Promise<Postmaster> {
  const { dataDir } = location;
  const deadline = Date.now() + START_TIMEOUT_MS;
  let port = options.port || (await getFreePort());
  for (let problem = ""; Date.now() < deadline; await delay(100)) {
    const running = await findPostmaster(dataDir);
    if (running && (await servesCluster(options.urlFor(running.port), dataDir))) return running;
    // It is starting, recovering or stopping, so check again.
    if (running) continue;
    if (isRefusedByStaleFile(problem)) await rm(join(dataDir, "postmaster.pid"), { force: true });
    const server = await launch(location, port, options.fsync);
    const pid = await untilReady(server, options.urlFor(port), dataDir, deadline);
    if (pid !== undefined) return { pid, port };
    problem = await readFile(join(dataDir, "server.log"), "utf8");
    if (isRefusedByPort(problem)) {
      options.log?.(`Port ${port} is in use. PostgreSQL will use another port.`);
      port = await getFreePort();
    } else if (!isRefusedByStaleFile(problem)) {
      throw new LocalPostgresError(
        `PostgreSQL did not start: ${findReason(problem)}. More is in ${join(dataDir, "server.log")}.`,
      );
    }
  }
  throw new LocalPostgresError(
    `PostgreSQL on ${dataDir} did not accept connections within ${START_TIMEOUT_MS / 1000} s. See its server.log.`,
  );
}

// Runs in its own process group, so that Ctrl-C only reaches the launcher, which stops the database's
// clients first. It logs to a file, because a pipe would break when the launcher is killed.
async function launch(
  location: ClusterLocation,
  port: number,
  fsync: boolean,
): Promise<ChildProcess> {
  const settings = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=200",
    ...(fsync ? [] : UNSAFE_SETTINGS),
  ];
  const log = await open(join(location.dataDir, "server.log"), "w");
  try {
    const server = spawn(
      join(location.binDir, "postgres"),
      ["-D", location.dataDir, ...settings.flatMap((setting) => ["-c", setting])],
      {
        ...location.identity,
        cwd: "/",
        env: { LC_ALL: "C", TZ: "UTC" },
        stdio: ["ignore", log.fd, log.fd],
        detached: true,
      },
    );
    server.unref();
    await new Promise((resolve, reject) => server.on("spawn", resolve).on("error", reject));
    return server;
  } finally {
    await log.close();
  }
}

async function untilReady(
  server: ChildProcess,
  url: string,
  dataDir: string,
  deadline: number,
): Promise<number | undefined> {
  while (server.exitCode === null && server.signalCode === null && Date.now() < deadline) {
    if (await servesCluster(url, dataDir)) return server.pid;
    await delay(25);
  }
  return undefined;
}

function isRefusedByPort(problem: string): boolean {
  return /could not (bind|create any TCP\/IP)/.test(problem);
}

function isRefusedByStaleFile(problem: string): boolean {
  return /"postmaster\.pid" already exists|shared memory block/.test(problem);
}
