import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const MIB = 1024 * 1024;
const EVERY_MS = 500;

/** Watches a container of the local Docker engine until `tell` is called the last time. */
export type WatchedContainer = { tell(): string };

/** Samples the memory that a container's processes hold, without the cache of files. Linux only. */
export function watchContainer(name: string): WatchedContainer {
  const group = memoryGroupOf(inspect(name, "{{.State.Pid}}"));
  let peak = 0;
  const sample = () => {
    const held = readHeld(group);
    peak = Math.max(peak, held);
    return held;
  };
  sample();
  setInterval(sample, EVERY_MS).unref();
  return {
    tell() {
      const held = sample();
      const state = inspect(
        name,
        "restarts {{.RestartCount}}, killed for memory {{.State.OOMKilled}}",
      );
      return `${mib(held)} MiB now, ${mib(peak)} MiB at most, ${state}`;
    },
  };
}

function inspect(name: string, format: string): string {
  return execFileSync("docker", ["inspect", "--format", format, name]).toString().trim();
}

/** The folder of a process's memory controller, of the first or second version of control groups. */
function memoryGroupOf(pid: string): string {
  const lines = readFileSync(`/proc/${pid}/cgroup`, "utf8").trim().split("\n");
  const parts = lines.map((line) => line.split(":"));
  const first = parts.find(([, controller]) => controller === "memory")?.[2];
  if (first !== undefined) return `/sys/fs/cgroup/memory${first}`;
  return `/sys/fs/cgroup${parts.find(([number]) => number === "0")?.[2] ?? ""}`;
}

function readHeld(group: string): number {
  const stat = `${group}/memory.stat`;
  if (!existsSync(stat)) return 0;
  const line = /^(?:total_rss|anon) (\d+)$/m.exec(readFileSync(stat, "utf8"));
  return Number(line?.[1] ?? 0);
}

function mib(bytes: number): string {
  return (bytes / MIB).toFixed(0);
}
