import { randomUUID } from "node:crypto";
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { BackupError } from "./backup-format.ts";

/**
 * Makes a file that is there whole or not at all: written beside under another name, synced, renamed.
 * For its owner's eyes alone.
 *
 * @throws BackupError when there is something at `path` already, unless `force`
 */
export async function writeWholeFile(
  path: string,
  { force }: { force: boolean },
  write: (file: FileHandle) => Promise<void>,
): Promise<void> {
  if (!force) await refuseExisting(path);
  const temporary = `${path}.${randomUUID()}.part`;
  const file = await open(temporary, "wx", 0o600);
  try {
    try {
      await write(file);
      await file.sync();
    } finally {
      await file.close();
    }
    if (!force) await refuseExisting(path);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

async function refuseExisting(path: string): Promise<void> {
  const found = await stat(path, { throwIfNoEntry: false });
  if (found) throw new BackupError(`There is a file ${path} already; --force replaces it.`);
}

async function syncFolder(folder: string): Promise<void> {
  // Windows lets nobody open a folder.
  if (process.platform === "win32") return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
