import { randomUUID } from "node:crypto";
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { BackupError } from "./backup-format.ts";

/**
 * Writes a file so that it exists either completely or not at all: to a temporary file in the same folder, which is
 * synced and renamed. Only its owner may read it.
 *
 * @throws BackupError if `path` exists, unless `force`
 */
export async function writeFileAtomically(
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
