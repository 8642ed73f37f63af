import { type ChildProcess, spawn } from "node:child_process";
import { open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ClusterPlace } from "./cluster-place.ts";
import { findFreePort } from "./free-port.ts";
import { findPostmaster, type Postmaster, servesCluster } from "./postmaster.ts";

export type ServerOptions = {
  /** Preferred; another is taken when it is in use. */
  port?: number;
  /** Whether data survives a crash of the machine. Off is faster, for data nobody will miss. */
  fsync: boolean;
  log?: (line: string) => void;
  urlFor: (port: number) => string;
};

const START_MS = 60_000;
const THROWAWAY = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

/**
 * The server on a cluster's data: the one that runs already, else one that this call launches.
 *
 * @throws Error with the end of the server's log when none answers within a minute.
 */
export async function ensureServer(
  place: ClusterPlace,
  options: ServerOptions,
): Promise<Postmaster & { launched: boolean }> {
  const { dataDir } = place;
  const deadline = Date.now() + START_MS;
  let port = options.port || (await findFreePort());
  for (let problem = ""; Date.now() < deadline; await delay(100)) {
    const running = await findPostmaster(dataDir);
    if (running && (await servesCluster(options.urlFor(running.port), dataDir))) {
      return { ...running, launched: false };
    }
    // Starting, recovering or stopping; it answers or is gone soon.
    if (running) continue;
    if (isRefusedByStaleFile(problem)) await rm(join(dataDir, "postmaster.pid"), { force: true });
    const server = await launch(place, port, options.fsync);
    const pid = await answers(server, options.urlFor(port), dataDir, deadline);
    if (pid !== undefined) return { pid, port, launched: true };
    problem = await readFile(join(dataDir, "server.log"), "utf8");
    if (isRefusedByPort(problem)) {
      options.log?.(`Port ${port} is in use; PostgreSQL takes another.`);
      port = await findFreePort();
    } else if (!isRefusedByStaleFile(problem)) {
      throw new Error(`PostgreSQL did not start:\n${problem.trim().slice(-2000)}`);
    }
  }
  throw new Error(`PostgreSQL on ${dataDir} did not answer within ${START_MS / 1000} s.`);
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
  try {
    const server = spawn(
      join(place.binDir, "postgres"),
      ["-D", place.dataDir, ...settings.flatMap((setting) => ["-c", setting])],
      {
        ...place.identity,
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

async function answers(
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
