import { randomUUID } from "node:crypto";
import { access, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { PhotoStorage, StoredPhoto } from "./storage.ts";

/** Photos as files below one folder, each written under a temporary name, synced, then renamed. */
export function createDiskStorage(root: string): PhotoStorage {
  const pathOf = (key: string) => join(root, key.slice(0, 2), key);
  return {
    async write(key, data) {
      const path = pathOf(key);
      const folder = dirname(path);
      const created = await mkdir(folder, { recursive: true });
      if (await exists(path)) throw new Error(`There is a file under ${key} already`);
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

/** Opens a file for reading; undefined when there is none. */
export async function openFile(path: string): Promise<StoredPhoto | undefined> {
  try {
    const file = await open(path);
    const { size } = await file.stat();
    return { stream: file.createReadStream(), bytes: size };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
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

/** A new name is durable once its folder is: syncs `folder` and those around it up to `last`. */
async function syncFolders(folder: string, last: string): Promise<void> {
  // Windows lets nobody open a folder.
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
