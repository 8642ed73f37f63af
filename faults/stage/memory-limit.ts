import { access, mkdir, readFile, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { NotPermitted } from "../not-permitted.ts";
import { waitUntil } from "./wait.ts";

const V1 = "/sys/fs/cgroup/memory";
const V2 = "/sys/fs/cgroup";

const REMOVED_MS = 10_000;

/** A group of processes that can use only so much memory, like a container. */
export type MemoryLimit = {
  /** Adds a process, and the processes that it will start. */
  add(pid: number): Promise<void>;
  /** The bytes that its processes use, without the cache of files. */
  readUsed(): Promise<number>;
  /** How often a process was killed because it reached the limit. */
  countKills(): Promise<number>;
  /** Removes the group, as soon as its processes have ended. */
  [Symbol.asyncDispose](): Promise<void>;
};

/** @throws NotPermitted if this process may not limit memory */
export async function limitMemory(name: string, bytes: number): Promise<MemoryLimit> {
  const isV1 = await access(join(V1, "memory.limit_in_bytes")).then(
    () => true,
    () => false,
  );
  const folder = join(isV1 ? V1 : V2, name);
  const pathOf = (file: string) => join(folder, file);
  try {
    await mkdir(folder);
    await writeFile(pathOf(isV1 ? "memory.limit_in_bytes" : "memory.max"), String(bytes));
    if (!isV1) await writeFile(pathOf("memory.swap.max"), "0");
  } catch (error) {
    throw new NotPermitted(
      `Limiting memory failed: ${error instanceof Error ? error.message : error}`,
    );
  }
  const read = async (file: string, key: string) => {
    const line = (await readFile(pathOf(file), "utf8"))
      .split("\n")
      .find((text) => text.startsWith(`${key} `));
    return Number(line?.split(" ")[1]);
  };
  return {
    add: (pid) => writeFile(pathOf("cgroup.procs"), String(pid)),
    readUsed: () => read("memory.stat", isV1 ? "total_rss" : "anon"),
    countKills: () => read(isV1 ? "memory.oom_control" : "memory.events", "oom_kill"),
    async [Symbol.asyncDispose]() {
      const isRemoved = () => rmdir(folder).then(() => true, isStillUsed);
      if (!(await waitUntil(REMOVED_MS, isRemoved))) throw new Error(`${folder} is still in use`);
    },
  };
}

/** Returns false if a folder cannot be removed yet. */
function isStillUsed(error: NodeJS.ErrnoException): boolean {
  if (error.code === "EBUSY") return false;
  throw error;
}
