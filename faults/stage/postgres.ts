import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from "@studbook/local-postgres/embedded-postgres";
import { findPostmaster, isAlive, signalProcess } from "@studbook/local-postgres/postmaster";
import { startStandby } from "@studbook/local-postgres/standby";

/** A PostgreSQL with fsync on, which can be stopped, paused and killed. Linux only. */
export type Postgres = {
  port: number;
  dataDir: string;
  /** Returns the superuser's URL of a database. */
  urlOf(database: string): string;
  /** Stops it and ends all connections. */
  stop(): Promise<void>;
  /** Starts it again on the same port, and returns when it accepts connections. */
  start(): Promise<void>;
  /** Freezes all of its processes. */
  pause(): Promise<void>;
  resume(): void;
  /** Kills all of its processes with SIGKILL. */
  kill(): Promise<void>;
  /** Resumes or starts it if a failed row has left it paused or stopped. */
  recover(): Promise<void>;
};

/** Starts a standby that replicates another PostgreSQL. */
export async function startStandbyOf(
  primary: Postgres,
  dataDir: string,
): Promise<Postgres & AsyncDisposable> {
  const source = { url: primary.urlOf("postgres"), dataDir: primary.dataDir };
  const standby = await startPostgres(dataDir, (options) => startStandby(source, options));
  return { ...standby, [Symbol.asyncDispose]: standby.stop };
}

/** `startFirst` starts it for the first time. */
export async function startPostgres(
  dataDir: string,
  startFirst: (
    options: EmbeddedPostgresOptions,
  ) => Promise<EmbeddedPostgres> = startEmbeddedPostgres,
): Promise<Postgres> {
  let running = await startFirst({ dataDir, fsync: true });
  const { port, url } = running;
  const actualDir = running.dataDir;

  /** Returns the parent and its children. */
  async function freeze(): Promise<number[]> {
    const postmaster = await findPostmaster(actualDir);
    if (!postmaster) throw new Error("PostgreSQL is not running");
    // The parent first, so that it starts no further process.
    signalProcess(postmaster.pid, "SIGSTOP");
    const children = await readFile(
      `/proc/${postmaster.pid}/task/${postmaster.pid}/children`,
      "utf8",
    );
    const pids = children.trim().split(" ").filter(Boolean).map(Number);
    for (const pid of pids) signalProcess(pid, "SIGSTOP");
    return [postmaster.pid, ...pids];
  }

  let frozen: number[] = [];
  const resume = () => {
    for (const pid of frozen) signalProcess(pid, "SIGCONT");
    frozen = [];
  };
  const start = async () => {
    running = await startEmbeddedPostgres({ dataDir, fsync: true, port });
  };

  return {
    port,
    dataDir: actualDir,
    urlOf(database) {
      const address = new URL(url);
      address.pathname = `/${database}`;
      return address.href;
    },
    stop: () => running.stop(),
    start,
    async pause() {
      frozen = await freeze();
    },
    resume,
    async kill() {
      // Frozen first, so that no process starts another one.
      const pids = await freeze();
      for (const pid of pids) signalProcess(pid, "SIGKILL");
      while (pids.some(isAlive)) await delay(10);
    },
    async recover() {
      resume();
      if (!(await findPostmaster(actualDir))) await start();
    },
  };
}
