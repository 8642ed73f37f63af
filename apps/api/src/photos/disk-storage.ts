import { randomUUID } from "node:crypto";
import { access, type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { PhotoStorage, StoredPhoto } from "./storage.ts";

/** Smaller files, as most photos are, are read in one call; a stream would take twice as many. */
const SMALL_BYTES = 64 * 1024;

/** Stores photos as files in a folder. Each is written under a temporary name, synced, then renamed. */
export function createDiskStorage(root: string): PhotoStorage {
  const pathOf = (key: string) => join(root, key.slice(0, 2), key);
  return {
    async write(key, data) {
      const path = pathOf(key);
      const folder = dirname(path);
      const created = await mkdir(folder, { recursive: true });
      if (await exists(path)) throw new Error(`The file ${key} already exists`);
      const temporary = `${path}.${randomUUID()}.part`;
      await writeSynced(temporary, data);
      await rename(temporary, path);
      await syncFolders(folder, created ? dirname(created) : folder);
    },
    open: (key) => openFile(pathOf(key)),
    async remove(photoId) {
      await rm(pathOf(photoId), { recursive: true, force: true });
    },
  };
}

/** Opens a file for reading. Returns undefined if it does not exist. */
export async function openFile(path: string): Promise<StoredPhoto | undefined> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const start = Buffer.allocUnsafe(SMALL_BYTES);
    const { bytesRead } = await file.read(start, 0, SMALL_BYTES, 0);
    if (bytesRead < SMALL_BYTES) return { body: start.subarray(0, bytesRead), bytes: bytesRead };
    const { size } = await file.stat();
    const body = file.createReadStream({ start: 0 });
    file = undefined;
    return { body, bytes: size };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  } finally {
    // Nothing was written, so a failed close does not matter.
    file?.close().catch(() => undefined);
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

async function writeSynced(path: string, data: Uint8Array): Promise<void> {
  const file = await open(path, "wx");
  try {
    await file.writeFile(data);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes new directory entries durable: syncs `folder` and its parents up to `last`. */
async function syncFolders(folder: string, last: string): Promise<void> {
  // Windows cannot open folders.
  if (process.platform === "win32") return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (folder !== last) await syncFolders(dirname(folder), last);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
