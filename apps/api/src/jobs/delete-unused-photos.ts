import type { Db } from "@studbook/db/client";
import { deletePhotos, lockUnusedPhotos } from "@studbook/db/queries/photos";
import type { FastifyBaseLogger } from "fastify";
import type { PhotoStorage } from "../photos/storage.ts";

// Small, because the rows stay locked while the files are removed.
const BATCH_SIZE = 10;

export type PhotoJobParts = { db: Db; storage: PhotoStorage; logger: FastifyBaseLogger };

/**
 * Deletes photos that no ad has used for 24 hours: the files first, then the rows. If a photo's files cannot be
 * removed, its row stays for the next run. Stops after a batch in which nothing could be removed.
 *
 * @returns the number of deleted photos
 */
export async function deleteUnusedPhotos(
  parts: PhotoJobParts,
  signal?: AbortSignal,
): Promise<number> {
  const failed: string[] = [];
  let deleted = 0;
  while (!signal?.aborted) {
    const count = await deleteBatch(parts, failed);
    if (count === 0) break;
    deleted += count;
  }
  return deleted;
}

/** Deletes one batch and returns the number of deleted photos. Adds photos whose files could not be removed to `failed`. */
function deleteBatch({ db, storage, logger }: PhotoJobParts, failed: string[]): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const ids = await lockUnusedPhotos(tx, { limit: BATCH_SIZE, except: failed });
    const removedIds: string[] = [];
    await Promise.all(
      ids.map(async (id) => {
        try {
          await storage.remove(id);
          removedIds.push(id);
        } catch (error) {
          failed.push(id);
          logger.warn(
            { err: error, photoId: id },
            "could not delete a photo's files; the next run will retry",
          );
        }
      }),
    );
    await deletePhotos(tx, removedIds);
    return removedIds.length;
  });
}
