import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { isMissing, isNotFolder } from "../file-errors.ts";
import { diskWrites } from "../photos/disk-gates.ts";

const HOUR_MS = 60 * 60 * 1000;

/**
 * Deletes what killed servers have left in folders of unfinished files. Files that were changed within the last hour
 * may belong to another server that is still writing them. If an older file is in use all the same, only its upload
 * fails.
 *
 * @returns the number of deleted files
 */
export async function deletePartialFiles(
  folders: readonly string[],
  signal?: AbortSignal,
): Promise<number> {
  let deleted = 0;
  for (const folder of folders) {
    for (const name of await diskWrites.run(() => listNames(folder))) {
      if (signal?.aborted) return deleted;
      if (await diskWrites.run(() => deleteIfOld(join(folder, name)))) deleted += 1;
    }
  }
  return deleted;
}

/** Returns no names if the folder, or one in its path, is missing or a file. */
async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error) || isNotFolder(error)) return [];
    throw error;
  }
}

async function deleteIfOld(path: string): Promise<boolean> {
  const stats = await stat(path, { throwIfNoEntry: false });
  if (!stats?.isFile() || Date.now() - stats.mtimeMs < HOUR_MS) return false;
  await rm(path, { force: true });
  return true;
}
