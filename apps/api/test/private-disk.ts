import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const DISK_SERVER = fileURLToPath(new URL("./disk-server.ts", import.meta.url));
const run = promisify(execFile);

/** A command that runs another one under special conditions. */
type Wrapper = readonly string[];

/**
 * Returns whether a process may mount a file system in a namespace of its own. That needs no root, but some containers
 * forbid it.
 */
export async function canMountDisks(): Promise<boolean> {
  try {
    await run("unshare", ["-rm", "sh", "-c", "mount -t tmpfs tmpfs /mnt"]);
    return true;
  } catch {
    return false;
  }
}

/**
 * Gives a process a file system of its own at a folder, which must exist. It vanishes with the process.
 *
 * @param options for tmpfs, such as "size=1m,nr_inodes=50"
 */
export function onPrivateDisk(folder: string, options: string): Wrapper {
  const script = 'mount -t tmpfs -o "$1" tmpfs "$2" && shift 2 && exec "$@"';
  return ["unshare", "-rm", "sh", "-c", script, "sh", options, folder];
}

/** Limits the size of each file that a process writes. A larger one fails with EFBIG. */
export function withFileLimit(kilobytes: number): Wrapper {
  return ["sh", "-c", `ulimit -f ${kilobytes * 2} && exec "$@"`, "sh"];
}

/** Limits how many files a process can have open at once. */
export function withOpenFileLimit(files: number): Wrapper {
  return ["sh", "-c", `ulimit -n ${files} && exec "$@"`, "sh"];
}

export type DiskServer = {
  origin: string;
  /** Runs a shell command that sees the server's file systems. Returns its output. */
  run(command: string): Promise<string>;
  /** Returns what the server has logged so far, as JSON lines. */
  log(): string;
  stop(): Promise<void>;
};

/** Starts a server with DATA_DIR and TMPDIR in `folder`. */
export async function startDiskServer(
  databaseUrl: string,
  folder: string,
  wrapper: Wrapper = [],
): Promise<DiskServer> {
  const [file = "", ...args] = [...wrapper, process.execPath, DISK_SERVER, databaseUrl, folder];
  const env = { PATH: process.env.PATH, TMPDIR: folder };
  const server = spawn(file, args, { env, stdio: ["pipe", "pipe", "pipe"] });
  let log = "";
  server.stderr.setEncoding("utf8").on("data", (text) => {
    log += text;
  });
  const exited = once(server, "exit");
  const [line] = await Promise.race([
    once(server.stdout.setEncoding("utf8"), "data"),
    exited.then(() => Promise.reject(new Error(`The server did not start: ${log}`))),
  ]);
  return {
    origin: String(line).trim(),
    log: () => log,
    async run(command) {
      const shell = ["sh", "-c", command] as const;
      const namespaces = ["-t", String(server.pid), "-U", "-m", "--preserve-credentials"];
      const isPrivate = file === "unshare";
      const { stdout } = isPrivate
        ? await run("nsenter", [...namespaces, ...shell])
        : await run(shell[0], shell.slice(1));
      return stdout;
    },
    async stop() {
      server.stdin.end();
      await exited;
    },
  };
}
