import { execFile } from "node:child_process";
import { readFile, readlink, realpath } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";

export type Postmaster = { pid: number; port: number };

const FAST_SHUTDOWN_MS = 8_000;

/** Returns the server named in a cluster's postmaster.pid, or undefined if that file is stale. */
export async function findPostmaster(dataDir: string): Promise<Postmaster | undefined> {
  const file = join(dataDir, "postmaster.pid");
  const text = await readFile(file, "utf8").catch(() => "");
  const [pid, , , port] = text.split("\n").map(Number);
  if (!pid || !port || !(await isPostmaster(pid, dataDir))) return undefined;
  return { pid, port };
}

/** Whether the server at `url` accepts connections and serves `dataDir`. */
export async function servesCluster(url: string, dataDir: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ folder: string }>(
      "select current_setting('data_directory') as folder",
    );
    const folder = rows[0]?.folder;
    return folder !== undefined && (await realpath(folder)) === (await realpath(dataDir));
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

/** Stops the server with a fast shutdown and, after 8 s, with an immediate shutdown. */
export async function stopPostmaster(pid: number, dataDir: string): Promise<void> {
  const deadline = Date.now() + FAST_SHUTDOWN_MS;
  let sent: NodeJS.Signals | undefined;
  while (await isPostmaster(pid, dataDir)) {
    const signal = Date.now() > deadline ? "SIGQUIT" : "SIGINT";
    if (signal !== sent) signalProcess(pid, signal);
    sent = signal;
    await delay(25);
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (isAlive(pid)) throw error;
  }
}

// After a reboot or kill -9 the process ID may belong to another program, so this also checks the
// process's working directory.
async function isPostmaster(pid: number, dataDir: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === "linux") {
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
    return folder !== undefined && folder === (await realpath(dataDir));
  }
  if (process.platform === "win32") return true;
  const ps = await promisify(execFile)("ps", ["-p", String(pid), "-o", "command="]).catch(
    () => null,
  );
  return ps?.stdout.includes(dataDir) ?? false;
}
