import { readdirSync, readFileSync } from "node:fs";

/** The kernel counts the CPU time of ended processes in hundredths of a second. */
const TICK_US = 10_000;

/** Returns the CPU time that these processes and their children have used, in microseconds. Linux only. */
export function readCpuUs(pids: readonly number[]): number {
  let us = 0;
  for (const pid of pids) {
    us += readEndedChildrenUs(pid);
    for (const task of listTasks(pid)) {
      const folder = `/proc/${pid}/task/${task}`;
      // The same time as in /proc/PID/stat, but in nanoseconds.
      us += Number(readIfAlive(`${folder}/schedstat`).split(" ")[0]) / 1000;
      const children = readIfAlive(`${folder}/children`).split(" ");
      us += readCpuUs(children.filter(Boolean).map(Number));
    }
  }
  return us;
}

/** Returns the resident memory of a process in MB. Linux only. */
export function readRssMb(pid: number): number {
  return readStatusMb(pid, "VmRSS");
}

/** Returns the highest resident memory of a process since its start in MB. Linux only. */
export function readPeakRssMb(pid: number): number {
  return readStatusMb(pid, "VmHWM");
}

function readStatusMb(pid: number, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const [, kb] = new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status) ?? [];
  return Number(kb) / 1024;
}

function readEndedChildrenUs(pid: number): number {
  const stat = readIfAlive(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) * TICK_US;
}

function listTasks(pid: number): string[] {
  return ifAlive(() => readdirSync(`/proc/${pid}/task`)) ?? [];
}

function readIfAlive(file: string): string {
  return ifAlive(() => readFileSync(file, "utf8")) ?? "";
}

/** Returns undefined if a process or thread has just ended. */
function ifAlive<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ESRCH") return undefined;
    throw error;
  }
}
