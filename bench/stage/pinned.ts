import { type ChildProcess, execFile, type StdioOptions, spawn } from "node:child_process";
import { promisify } from "node:util";
import { endWithThisProcess } from "./program.ts";

/** The core of the servers that are measured, and that of the load generator. The database may use both. */
export const SERVER_CORE = 0;
export const LOAD_CORE = 1;

const run = promisify(execFile);

/** Starts Node.js on one core, with an IPC channel. */
export function spawnPinned(core: number, args: readonly string[]): ChildProcess {
  const stdio: StdioOptions = ["ignore", "inherit", "inherit", "ipc"];
  const command = ["--cpu-list", String(core), process.execPath, ...args];
  const child = spawn("taskset", command, { stdio });
  endWithThisProcess(child);
  return child;
}

/** Moves all threads of a process to one core. */
export async function pin(pid: number, core: number): Promise<void> {
  await run("taskset", ["--all-tasks", "--cpu-list", "--pid", String(core), String(pid)]);
}
