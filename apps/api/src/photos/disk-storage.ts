import { randomUUID } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { PhotoStorage, StoredPhoto } from "./storage.ts";

/** Photos as files below one folder, each written under a temporary name, synced, then renamed. */
export function createDiskStorage(root: string): PhotoStorage {
  const pathOf = (key: string) => join(root, key.slice(0, 2), key);
  return {
    async write(key, data) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const temporary = `${path}.${randomUUID()}.part`;
      const file = await open(temporary, "wx");
      try {
        await file.writeFile(data);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
    },
    open: (key) => openFile(pathOf(key)),
    async remove(key) {
      await rm(pathOf(key), { force: true });
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
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
