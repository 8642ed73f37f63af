import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const MIB = 1024 * 1024;
const INTERVAL_MS = 500;

/** Samples the memory of a local Docker container, without the page cache. Linux only. */
export function watchContainer(name: string): { describe(): string } {
  const group = memoryGroupOf(inspect(name, "{{.State.Pid}}"));
  let peak = 0;
  const sample = () => {
    const used = readUsed(group);
    peak = Math.max(peak, used);
    return used;
  };
  sample();
  setInterval(sample, INTERVAL_MS).unref();
  return {
    describe() {
      const used = sample();
      const state = inspect(
        name,
        "restarts {{.RestartCount}}, out-of-memory kill {{.State.OOMKilled}}",
      );
      return `${mib(used)} MiB now, ${mib(peak)} MiB at peak, ${state}`;
    },
  };
}

function inspect(name: string, format: string): string {
  return execFileSync("docker", ["inspect", "--format", format, name]).toString().trim();
}

/** Returns the folder of a process's memory controller, for cgroup v1 or v2. */
function memoryGroupOf(pid: string): string {
  const lines = readFileSync(`/proc/${pid}/cgroup`, "utf8").trim().split("\n");
  const parts = lines.map((line) => line.split(":"));
  const first = parts.find(([, controller]) => controller === "memory")?.[2];
  if (first !== undefined) return `/sys/fs/cgroup/memory${first}`;
  return `/sys/fs/cgroup${parts.find(([number]) => number === "0")?.[2] ?? ""}`;
}

function readUsed(group: string): number {
  const stat = `${group}/memory.stat`;
  if (!existsSync(stat)) return 0;
  const line = /^(?:total_rss|anon) (\d+)$/m.exec(readFileSync(stat, "utf8"));
  return Number(line?.[1] ?? 0);
}

function mib(bytes: number): string {
  return (bytes / MIB).toFixed(0);
}
