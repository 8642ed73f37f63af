import { type PhotoStorage, readPhoto } from "../photos/storage.ts";
import { BackupError } from "./backup-format.ts";

// Enough to hide the way to an object store.
const AT_ONCE = 12;

/** Writes photo files, some at the same time; they are all there after `end`. */
export type PhotoWriter = {
  /** A file that is there already with the same bytes is left as it is. */
  write(key: string, data: Buffer): Promise<void>;
  end(): Promise<void>;
  /** How many photos had a file. */
  count(): number;
};

export function createPhotoWriter(storage: PhotoStorage): PhotoWriter {
  let writing: Promise<void>[] = [];
  const end = async () => {
    await Promise.all(writing);
    writing = [];
  };
  let photos = 0;
  let last = "";
  return {
    end,
    count: () => photos,
    async write(key, data) {
      const [photoId = ""] = key.split("/");
      if (photoId !== last) photos += 1;
      last = photoId;
      writing.push(writeOnce(storage, key, data));
      if (writing.length === AT_ONCE) await end();
    },
  };
}

async function writeOnce(storage: PhotoStorage, key: string, data: Buffer): Promise<void> {
  const found = await readPhoto(storage, key);
  if (!found) return await storage.write(key, data);
  if (data.equals(found)) return;
  throw new BackupError(`There is another photo ${key} in the storage already.`);
}
