import { existsSync, readdirSync, readFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";

/** What libuv calls the threads that hash passwords and read files, since Node 24. */
const WORKER = "libuv-worker";

/**
 * Lets the thread that answers everybody have the processor before the ones that hash and read files: on Linux, where
 * threads have priorities of their own (sched(7)). `tasks` lists the threads of this process (proc(5)).
 */
export function yieldThreads(tasks = "/proc/self/task", lower = lowerPriority): void {
  if (!existsSync(tasks)) return;
  for (const id of readdirSync(tasks)) {
    try {
      const name = readFileSync(join(tasks, id, "comm"), "utf8").trim();
      if (name === WORKER) lower(Number(id));
    } catch {
      // It has ended since it was listed, or keeps its priority: the server works all the same.
    }
  }
}

function lowerPriority(id: number): void {
  setPriority(id, constants.priority.PRIORITY_BELOW_NORMAL);
}
