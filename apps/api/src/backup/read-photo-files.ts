import { listPhotoUses } from "@studbook/db/queries/backup-tables";
import type { Snapshot } from "@studbook/db/snapshot";
import { PHOTO_WIDTHS } from "@studbook/domain/photos";
import { type PhotoStorage, photoKey, readPhoto } from "../photos/storage.ts";

// The files of a photo have about 300 KB in total.
const CONCURRENCY = 12;

/** A photo of a snapshot and its files by key; `files` is undefined if any of them is missing. */
export type PhotoFiles = { id: string; used: boolean; files?: [key: string, data: Buffer][] };

/**
 * Yields the photos of a snapshot with their files, ordered by ID. A photo without an ad may have no files, because its
 * upload has not finished or it was deleted since.
 */
export async function* readPhotoFiles(
  { db }: Snapshot,
  storage: PhotoStorage,
): AsyncGenerator<PhotoFiles> {
  let after: string | undefined;
  while (true) {
    const photos = await listPhotoUses(db, { after, limit: CONCURRENCY });
    yield* await Promise.all(
      photos.map(async ({ id, used }) => {
        const files = await readFiles(storage, id);
        return { id, used, ...(files && { files }) };
      }),
    );
    if (photos.length < CONCURRENCY) return;
    after = photos.at(-1)?.id;
  }
}

async function readFiles(
  storage: PhotoStorage,
  id: string,
): Promise<[key: string, data: Buffer][] | undefined> {
  const files: [string, Buffer][] = [];
  for (const width of PHOTO_WIDTHS) {
    const key = photoKey(id, width);
    const data = await readPhoto(storage, key);
    if (!data) return undefined;
    files.push([key, data]);
  }
  return files;
}
