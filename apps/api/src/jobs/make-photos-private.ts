import { lockImmutablePhotos, setPhotosPrivate } from "@studbook/db/queries/photos";
import type { PhotoJobParts } from "./delete-unused-photos.ts";

// Their rows stay locked while their objects are copied onto themselves, so a batch is short.
const BATCH = 10;

/**
 * Makes the objects private that earlier versions stored as `public, immutable`, and notes which are done, so that
 * it goes on where it was stopped. A photo whose objects cannot be changed is left for the next time.
 *
 * @returns how many photos were changed
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
    const ids = await lockImmutablePhotos(tx, { limit: BATCH, except: failed });
    const done: string[] = [];
    await Promise.all(
      ids.map(async (id) => {
        try {
          await storage.makePrivate?.(id);
          done.push(id);
        } catch (error) {
          failed.push(id);
          logger.warn({ err: error, photoId: id }, "a photo could not be made private");
        }
      }),
    );
    await setPhotosPrivate(tx, done);
    return done.length;
  });
}
