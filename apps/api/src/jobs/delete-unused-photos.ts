import type { Db } from "@studbook/db/client";
import { deletePhotos, lockUnusedPhotos } from "@studbook/db/queries/photos";
import type { FastifyBaseLogger } from "fastify";
import type { PhotoStorage } from "../photos/storage.ts";

// Their rows stay locked while their files are removed, so a batch is short.
const BATCH = 10;

export type PhotoJobParts = { db: Db; storage: PhotoStorage; logger: FastifyBaseLogger };

/**
 * Deletes the photos that no ad has used for 24 h, their files first. One whose files cannot be
 * removed keeps its row for the next time. Ends after a batch in which nothing could be removed.
 *
 * @returns how many were deleted
 */
export async function deleteUnusedPhotos(
  parts: PhotoJobParts,
  signal?: AbortSignal,
): Promise<number> {
  const failed: string[] = [];
  let deleted = 0;
  while (!signal?.aborted) {
    const removed = await deleteBatch(parts, failed);
    if (removed === 0) break;
    deleted += removed;
  }
  return deleted;
}

/** Adds to `failed` the photos whose files could not be removed. */
function deleteBatch({ db, storage, logger }: PhotoJobParts, failed: string[]): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const ids = await lockUnusedPhotos(tx, { limit: BATCH, except: failed });
    const removed: string[] = [];
    await Promise.all(
      ids.map(async (id) => {
        try {
          await storage.remove(id);
          removed.push(id);
        } catch (error) {
          failed.push(id);
          logger.warn({ err: error, photoId: id }, "the files of a photo could not be removed");
        }
      }),
    );
    await deletePhotos(tx, removed);
    return removed.length;
  });
}
