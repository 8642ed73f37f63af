import pg from "pg";
import { claimCluster } from "./claim-cluster.ts";
import { clusterUrl, DATABASE, ensureCluster } from "./cluster-files.ts";
import { resolveClusterLocation } from "./cluster-location.ts";
import { ensureServer, type ServerOptions } from "./postgres-server.ts";
import { isAlive, signalProcess, stopPostmaster } from "./postmaster.ts";

export type EmbeddedPostgres = {
  /** Connection URL of the database `studbook`, with the superuser's name and password. */
  url: string;
  port: number;
  /** The actual folder of the data, which may differ from the requested one. */
  dataDir: string;
  /** Resolves when the server has stopped for any reason. */
  ended: Promise<void>;
  /** Stops the server. */
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = Omit<ServerOptions, "urlFor"> & { dataDir: string };

const POLL_MS = 500;

/**
 * Starts the packaged PostgreSQL on `dataDir` (created if missing). It listens only on the loopback
 * interface. A server that a killed launcher left running is taken over.
 *
 * @throws ClusterInUse if another running process has started it on this data; LocalPostgresError if it cannot start
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const location = await resolveClusterLocation(options.dataDir);
  const { dataDir } = location;
  const password = await ensureCluster(location, options.fsync);
  const urlFor = (port: number, database = "postgres") => clusterUrl(port, password, database);
  const { pid, port } = await ensureServer(location, { ...options, urlFor });
  const url = urlFor(port, DATABASE);
  await claimCluster(urlFor(port), options.dataDir);
  const stopOnExit = () => signalProcess(pid, "SIGINT");
  process.once("exit", stopOnExit);
  const stop = async () => {
    await stopPostmaster(pid, dataDir);
    process.off("exit", stopOnExit);
  };
  try {
    await ensureDatabase(urlFor(port));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, port, dataDir, ended: untilStopped(pid), stop };
}

function untilStopped(pid: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (isAlive(pid)) return;
      clearInterval(timer);
      resolve();
    }, POLL_MS);
    timer.unref();
  });
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  // If PostgreSQL is stopped meanwhile, the query fails.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const found = await client.query("select from pg_database where datname = $1", [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
