import { lockImmutablePhotos, setPhotosPrivate } from "@studbook/db/queries/photos";
import type { PhotoJobParts } from "./delete-unused-photos.ts";

// Small, because the rows stay locked while the objects are copied onto themselves.
const BATCH_SIZE = 10;

/**
 * Makes the photos private that earlier versions stored as `public, immutable`, and records each one, so that an
 * interrupted run can be resumed. A photo whose objects cannot be changed is retried in the next run.
 *
 * @returns the number of changed photos
 */
export async function makePhotosPrivate(
  parts: PhotoJobParts,
  signal?: AbortSignal,
): Promise<number> {
  const failed: string[] = [];
  let changed = 0;
  while (parts.storage.makePrivate && !signal?.aborted) {
    const done = await changeBatch(parts, failed);
    if (done === 0) break;
    changed += done;
  }
  return changed;
}

/** Adds to `failed` the photos whose objects could not be changed. */
function changeBatch({ db, storage, logger }: PhotoJobParts, failed: string[]): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const ids = await lockImmutablePhotos(tx, { limit: BATCH_SIZE, except: failed });
    const done: string[] = [];
    await Promise.all(
      ids.map(async (id) => {
        try {
          await storage.makePrivate?.(id);
          done.push(id);
        } catch (error) {
          failed.push(id);
          logger.warn({ err: error, photoId: id }, "could not make a photo private");
        }
      }),
    );
    await setPhotosPrivate(tx, done);
    return done.length;
  });
}
