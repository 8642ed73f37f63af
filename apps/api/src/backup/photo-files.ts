import { listPhotoUses } from "@studbook/db/queries/backup-tables";
import type { Snapshot } from "@studbook/db/snapshot";
import { PHOTO_WIDTHS } from "@studbook/domain/photos";
import { type PhotoStorage, photoKey, readPhoto } from "../photos/storage.ts";

// Read at the same time; a photo's files are some 300 KB together.
const AT_ONCE = 12;

/** A photo of a snapshot with its files by their keys, or without when they are not all there. */
export type PhotoFiles = { id: string; used: boolean; files?: [key: string, data: Buffer][] };

/**
 * The photos of a snapshot with their files, in the order of their ids. One that no ad shows may have
 * none: its upload has not ended, or it was deleted since.
 */
export async function* readPhotoFiles(
  { db }: Snapshot,
  storage: PhotoStorage,
): AsyncGenerator<PhotoFiles> {
  let after: string | undefined;
  while (true) {
    const photos = await listPhotoUses(db, { after, limit: AT_ONCE });
    yield* await Promise.all(
      photos.map(async ({ id, used }) => {
        const files = await readFiles(storage, id);
        return { id, used, ...(files && { files }) };
      }),
    );
    if (photos.length < AT_ONCE) return;
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
