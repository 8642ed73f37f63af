import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { getFreePort } from "@studbook/local-postgres/free-port";
import { NotPermitted } from "../not-permitted.ts";
import { waitUntil } from "./wait.ts";

const CONFIGURATION = new URL("../../deploy/pgbouncer.ini", import.meta.url);
const MIN_MINOR_VERSION = 21;
const START_MS = 10_000;
/** PgBouncer refuses to run as root. */
const NOBODY = { uid: 65534, gid: 65534 };

/** PgBouncer in front of a PostgreSQL, configured by deploy/pgbouncer.ini. */
export type Pooler = {
  host: string;
  port: number;
  start(): Promise<void>;
  kill(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/**
 * Starts PgBouncer for all databases of a server.
 *
 * @param options.poolSize how many connections to PostgreSQL it has
 * @throws NotPermitted if PgBouncer is not installed or too old
 */
export async function startPooler(options: {
  folder: string;
  databasePort: number;
  user: { name: string; password: string };
  poolSize: number;
}): Promise<Pooler> {
  await requirePgBouncer();
  const { databasePort, user, poolSize } = options;
  const folder = join(options.folder, "pgbouncer");
  await mkdir(folder, { recursive: true });
  const port = await getFreePort();
  const users = join(folder, "userlist.txt");
  await writeFile(users, `"${user.name}" "${user.password}"\n`);
  const configuration = join(folder, "pgbouncer.ini");
  const original = await readFile(CONFIGURATION, "utf8");
  await writeFile(
    configuration,
    original
      .replace("studbook = host=127.0.0.1 port=5432", `* = host=127.0.0.1 port=${databasePort}`)
      .replace("listen_port = 6432", `listen_port = ${port}\nunix_socket_dir =`)
      .replace("/etc/pgbouncer/userlist.txt", users)
      .replace("default_pool_size = 20", `default_pool_size = ${poolSize}`),
  );
  let running: ChildProcess | undefined;
  const kill = async () => {
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, "exit");
    running.kill("SIGKILL");
    await ended;
  };
  const start = async () => {
    const identity = process.getuid?.() === 0 ? NOBODY : {};
    running = spawn("pgbouncer", ["--quiet", configuration], { ...identity, stdio: "ignore" });
    await once(running, "spawn");
    if (!(await waitUntil(START_MS, () => accepts(port)))) {
      await kill();
      throw new Error(`PgBouncer did not accept connections within ${START_MS / 1000} s`);
    }
  };
  await start();
  return { host: "127.0.0.1", port, start, kill, [Symbol.asyncDispose]: kill };
}

async function requirePgBouncer(): Promise<void> {
  const needed = `This row needs PgBouncer 1.${MIN_MINOR_VERSION} or newer (apt-get install pgbouncer)`;
  const { stdout } = await promisify(execFile)("pgbouncer", ["--version"]).catch((error: Error) => {
    throw new NotPermitted(`${needed}: ${error.message}`);
  });
  const [version = "unknown", minor] = /\d+\.(\d+)\.\d+/.exec(stdout) ?? [];
  if (Number(minor) >= MIN_MINOR_VERSION) return;
  throw new NotPermitted(`${needed}; this machine has ${version}`);
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
