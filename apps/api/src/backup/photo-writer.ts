import { type PhotoStorage, readPhoto } from "../photos/storage.ts";
import { BackupError } from "./backup-format.ts";

// Enough to hide the latency of an object store.
const CONCURRENCY = 12;

/** Writes photo files concurrently. They are all stored once `end` resolves. */
export type PhotoWriter = {
  /** Keeps an existing file with the same content. Throws BackupError if an existing file differs. */
  write(key: string, data: Buffer): Promise<void>;
  end(): Promise<void>;
  /** Returns the number of photos written so far. */
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
      writing.push(writeIfMissing(storage, key, data));
      if (writing.length === CONCURRENCY) await end();
    },
  };
}

async function writeIfMissing(storage: PhotoStorage, key: string, data: Buffer): Promise<void> {
  const existing = await readPhoto(storage, key);
  if (!existing) return await storage.write(key, data);
  if (data.equals(existing)) return;
  throw new BackupError(
    `The photo storage already contains a different file named ${key}. Use an empty folder or bucket.`,
  );
}
