import pg from "pg";
import {
  claimAsLauncher,
  clusterUrl,
  DATABASE,
  ensureCluster,
  findLauncher,
} from "./cluster-files.ts";
import { placeCluster } from "./cluster-place.ts";
import { ensureServer, type ServerOptions } from "./postgres-server.ts";
import { isAlive, signalProcess, stopPostmaster } from "./postmaster.ts";

export type EmbeddedPostgres = {
  /** The database `studbook` on it, with the superuser's name and password. */
  url: string;
  port: number;
  /** Where the data really is, which may differ from where it was wanted. */
  dataDir: string;
  /** Resolves when the server has ended, by `stop` or otherwise. */
  ended: Promise<void>;
  /** Ends the server and waits for it. Leaves one alone that another living process started. */
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = Omit<ServerOptions, "urlFor"> & { dataDir: string };

const WATCH_MS = 500;

/**
 * Starts the packaged PostgreSQL on `dataDir` (created when missing), on the loopback interface
 * alone. A server left behind on that data by a killed launcher is taken over.
 *
 * @throws Error for an operator when it cannot start.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const place = await placeCluster(options.dataDir);
  const { dataDir } = place;
  const password = await ensureCluster(place, options.fsync);
  const urlFor = (port: number, database = "postgres") => clusterUrl(port, password, database);
  const { pid, port, launched } = await ensureServer(place, { ...options, urlFor });
  const url = urlFor(port, DATABASE);
  const ended = untilEnded(pid);
  if (!launched && (await isLauncherAlive(dataDir))) {
    options.log?.(`PostgreSQL on ${dataDir} is another process's; it stays when this one ends.`);
    return { url, port, dataDir, ended, stop: async () => undefined };
  }
  await claimAsLauncher(dataDir);
  const endWithUs = () => signalProcess(pid, "SIGINT");
  process.once("exit", endWithUs);
  const stop = async () => {
    process.off("exit", endWithUs);
    await stopPostmaster(pid, dataDir);
  };
  try {
    await ensureDatabase(urlFor(port));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, port, dataDir, ended, stop };
}

function untilEnded(pid: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (isAlive(pid)) return;
      clearInterval(timer);
      resolve();
    }, WATCH_MS);
    timer.unref();
  });
}

async function isLauncherAlive(dataDir: string): Promise<boolean> {
  const launcher = await findLauncher(dataDir);
  return launcher !== undefined && launcher !== process.pid && isAlive(launcher);
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
