import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { withPath } from "../file-errors.ts";
import { BackupError } from "./backup-format.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Writes a file atomically: writes a temporary file in the same folder, syncs it and renames it to `path`. If that
 * fails or a signal ends this process, `path` is unchanged and the temporary file is removed. The file mode is 0600.
 *
 * @throws BackupError if `path` exists, unless `force`; or the system's error with its path
 */
export async function writeFileAtomically(
  path: string,
  { force }: { force: boolean },
  write: (file: FileHandle) => Promise<void>,
): Promise<void> {
  if (!force) await refuseExisting(path);
  const temporaryPath = `${path}.${randomUUID()}.part`;
  const file = await open(temporaryPath, "wx", 0o600);
  const stopWatching = beforeInterruption(() => rmSync(temporaryPath, { force: true }));
  try {
    try {
      await write(file);
      await file.sync();
    } finally {
      await file.close();
    }
    if (!force) await refuseExisting(path);
    await rename(temporaryPath, path);
  } catch (error) {
    // If this fails too, the file stays: it does not have the final name.
    await rm(temporaryPath, { force: true }).catch(() => undefined);
    throw withPath(error, path);
  } finally {
    stopWatching();
  }
  await syncFolder(dirname(path));
}

/** Does something before a signal ends this process as usual. Returns a function that stops watching for signals. */
function beforeInterruption(work: () => void): () => void {
  const end = (signal: NodeJS.Signals) => {
    stop();
    work();
    process.kill(process.pid, signal);
  };
  const stop = () => {
    for (const signal of SIGNALS) process.off(signal, end);
  };
  for (const signal of SIGNALS) process.once(signal, end);
  return stop;
}

async function refuseExisting(path: string): Promise<void> {
  const existing = await stat(path, { throwIfNoEntry: false });
  if (existing) throw new BackupError(`${path} already exists. Use --force to replace it.`);
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders.
  if (process.platform === "win32") return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
