import { randomUUID } from "node:crypto";
import type { Db } from "@studbook/db/client";
import {
  deleteUploadAttempts,
  findUploadDelay,
  insertUploadAttempts,
} from "@studbook/db/queries/upload-attempts";
import { DomainError } from "@studbook/domain/errors";
import { photoPath } from "@studbook/domain/photos";
import { lockViewerInSession } from "../auth/lock-viewer.ts";
import { describeError } from "../errors.ts";
import type { DecodedPhoto } from "./decoder.ts";
import type { ReceivedFile } from "./receive-files.ts";
import { type NewPhoto, type StoreParts, storePhotos, type UploadContext } from "./store-photos.ts";

export const FILES_PER_DAY = 60;

type UploadParts = StoreParts & {
  /** Waits to decode a file, and calls `onStart` when decoding starts. */
  process: (file: ReceivedFile, onStart: () => void) => Promise<DecodedPhoto>;
};

/**
 * Stores all or none of the signed-in user's photos, in order. Every file counts as an attempt before it is decoded.
 * After a server error, attempts whose decoding has not started are released, or all of them if storing failed. None
 * is released after a disconnect, because that would make decoding free.
 *
 * @returns root-relative URLs, because nobody else may see the photos yet
 * @throws DomainError NOT_SIGNED_IN, PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, TOO_MANY_REQUESTS, BUSY,
 *   STORAGE_FULL, STORAGE_UNAVAILABLE
 */
export async function uploadPhotos(
  ctx: UploadContext,
  { process, ...storeParts }: UploadParts,
  originals: readonly ReceivedFile[],
): Promise<string[]> {
  const attempts = await recordAttempts(ctx, originals.length);
  let spent = 0;
  const onStart = () => void spent++;
  try {
    const photos: NewPhoto[] = [];
    // One at a time, so that an upload of three takes one place in the queue.
    for (const original of originals) {
      const photo = await process(original, onStart);
      const bytes = photo.files.reduce((sum, { data }) => sum + data.length, 0);
      photos.push({ id: randomUUID(), bytes, ...photo });
    }
    // Clients cannot cause storing to fail.
    spent = 0;
    await storePhotos(ctx, storeParts, photos);
    return photos.map(({ id }) => photoPath(id, 1600));
  } catch (error) {
    const isOurs = describeError(error).status >= 500 && !ctx.closed().aborted;
    if (isOurs) await deleteUploadAttempts(ctx.db, attempts.slice(spent));
    throw error;
  }
}

/** Records one attempt per file while the user is locked, so that the limit holds for concurrent uploads. */
async function recordAttempts(ctx: UploadContext, files: number): Promise<string[]> {
  return await ctx.db.transaction().execute(async (tx) => {
    const { id: userId } = await lockViewerInSession(tx, ctx);
    await checkDailyUploads(tx, userId, files);
    return await insertUploadAttempts(tx, userId, files);
  });
}

/**
 * Checks that a user may upload `adding` more files, `FILES_PER_DAY` in 24 h by the database's clock. Holds for
 * concurrent uploads while the user is locked.
 *
 * @throws DomainError TOO_MANY_REQUESTS with the seconds to wait
 */
export async function checkDailyUploads(db: Db, userId: string, adding: number): Promise<void> {
  const seconds = await findUploadDelay(db, userId, { adding, limit: FILES_PER_DAY });
  if (seconds === undefined) return;
  const hours = Math.ceil(seconds / 3600);
  const wait = hours === 1 ? "an hour" : `${hours} hours`;
  const message = `You can upload ${FILES_PER_DAY} photos a day. Please try again in ${wait}.`;
  throw new DomainError("TOO_MANY_REQUESTS", message, { details: { retryAfterSeconds: seconds } });
}
