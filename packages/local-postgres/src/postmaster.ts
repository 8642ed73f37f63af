import { execFile } from "node:child_process";
import { readFile, readlink, realpath } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";

export type Postmaster = { pid: number; port: number };

const FAST_STOP_MS = 8_000;

/** The server that runs on a cluster's data, from its postmaster.pid; none when that file is stale. */
export async function findPostmaster(dataDir: string): Promise<Postmaster | undefined> {
  const file = join(dataDir, "postmaster.pid");
  const text = await readFile(file, "utf8").catch(() => "");
  const [pid, , , port] = text.split("\n").map(Number);
  if (!pid || !port || !(await isPostmaster(pid, dataDir))) return undefined;
  return { pid, port };
}

/** Whether the server at `url` answers and serves `dataDir`, not some other server's data. */
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

/** Ends the server: sessions are cut off, its data is written. After 8 s it need not even do that. */
export async function stopPostmaster(pid: number, dataDir: string): Promise<void> {
  const impatient = Date.now() + FAST_STOP_MS;
  let asked: NodeJS.Signals | undefined;
  while (await isPostmaster(pid, dataDir)) {
    const signal = Date.now() > impatient ? "SIGQUIT" : "SIGINT";
    if (signal !== asked) signalProcess(pid, signal);
    asked = signal;
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

// After a reboot or kill -9 the number in the file may be another program's: a postmaster is known
// by the folder it works in.
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
