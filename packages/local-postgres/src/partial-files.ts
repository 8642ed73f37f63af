import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isAlive } from "./postmaster.ts";

/** The path under which this process prepares what it renames to `path` when it is complete. */
export function partialPath(path: string): string {
  return `${path}.${process.pid}`;
}

/** Deletes what processes that were killed while they prepared `path` have left. */
export async function deletePartialFiles(path: string): Promise<void> {
  const prefix = `${basename(path)}.`;
  for (const name of await readdir(dirname(path))) {
    const rest = name.startsWith(prefix) ? name.slice(prefix.length) : "";
    const [, pid] = /^(\d+)(?:\.password)?$/.exec(rest) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    // The killed process's initdb may still be writing for a moment.
    const retries = { maxRetries: 10, retryDelay: 100 };
    await rm(join(dirname(path), name), { recursive: true, force: true, ...retries });
  }
}
