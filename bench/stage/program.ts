import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { open } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

const START_MS = 120_000;
const POLL_MS = 200;

export type RunningServer = { port: number; pid: number; stop(): Promise<void> };

type Program = {
  command: string;
  args: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  logFile: string;
  port: number;
  /** A path that returns 200 once the program is ready. */
  readyPath: string;
};

/**
 * Starts a server of somebody else and returns when it is ready.
 *
 * @throws Error if it exits or takes more than two minutes
 */
export async function startProgram(program: Program): Promise<RunningServer> {
  const { command, args, cwd, env, logFile, port, readyPath } = program;
  const log = await open(logFile, "w");
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", log.fd, log.fd] });
  await log.close();
  endWithThisProcess(child);
  const ended = once(child, "exit");
  const stop = async () => {
    child.kill();
    await ended;
  };
  for (let ms = 0; ms < START_MS && child.exitCode === null; ms += POLL_MS) {
    await delay(POLL_MS);
    if (child.pid && (await isReady(`http://127.0.0.1:${port}${readyPath}`))) {
      return { port, pid: child.pid, stop };
    }
  }
  await stop();
  throw new Error(`${command} did not start. See ${logFile}.`);
}

async function isReady(url: string): Promise<boolean> {
  return await fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill();
});

/** Kills the process if this one exits before it. */
export function endWithThisProcess(child: ChildProcess): void {
  running.add(child);
  child.once("exit", () => running.delete(child));
}
