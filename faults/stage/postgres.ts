import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { startEmbeddedPostgres } from "@studbook/local-postgres/embedded-postgres";
import { findPostmaster, isAlive, signalProcess } from "@studbook/local-postgres/postmaster";

/** A PostgreSQL with fsync on, which can be stopped, paused and killed. Linux only. */
export type Postgres = {
  port: number;
  /** Returns the superuser's URL of a database. */
  urlOf(database: string): string;
  /** Stops it and ends all connections. */
  stop(): Promise<void>;
  /** Starts it again on the same port, and returns when it accepts connections. */
  start(): Promise<void>;
  /** Freezes all of its processes. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Kills all of its processes with SIGKILL. */
  kill(): Promise<void>;
};

export async function startPostgres(dataDir: string): Promise<Postgres> {
  let running = await startEmbeddedPostgres({ dataDir, fsync: true });
  const { port, url } = running;
  const actualDir = running.dataDir;

  async function signalAll(signal: NodeJS.Signals): Promise<number[]> {
    const postmaster = await findPostmaster(actualDir);
    if (!postmaster) throw new Error("PostgreSQL is not running");
    // The parent first, so that it starts no further process.
    signalProcess(postmaster.pid, signal);
    const children = await readFile(
      `/proc/${postmaster.pid}/task/${postmaster.pid}/children`,
      "utf8",
    );
    const pids = children.trim().split(" ").filter(Boolean).map(Number);
    for (const pid of pids) signalProcess(pid, signal);
    return [postmaster.pid, ...pids];
  }

  return {
    port,
    urlOf(database) {
      const address = new URL(url);
      address.pathname = `/${database}`;
      return address.href;
    },
    stop: () => running.stop(),
    async start() {
      running = await startEmbeddedPostgres({ dataDir, fsync: true, port });
    },
    pause: async () => void (await signalAll("SIGSTOP")),
    resume: async () => void (await signalAll("SIGCONT")),
    async kill() {
      // Frozen first: the children of a killed process can no longer be listed.
      await signalAll("SIGSTOP");
      const pids = await signalAll("SIGKILL");
      while (pids.some(isAlive)) await delay(10);
    },
  };
}
