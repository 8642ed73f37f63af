import { randomUUID } from "node:crypto";
import type { Db } from "@studbook/db/client";
import { findUploadDelay, insertPhoto } from "@studbook/db/queries/photos";
import { DomainError } from "@studbook/domain/errors";
import { photoPath } from "@studbook/domain/photos";
import { lockViewer } from "../auth/lock-viewer.ts";
import type { UserContext } from "../trpc.ts";
import { type ProcessedPhoto, processPhoto } from "./process-photo.ts";
import type { ReceivedFile } from "./receive-files.ts";
import { type PhotoStorage, photoKey } from "./storage.ts";

const PHOTOS_A_DAY = 60;

/**
 * Stores photos of the signed-in user, all or none, in their order. Their rows come first, so that
 * a crash leaves no file that nobody would ever delete.
 *
 * @returns their addresses, with the configured base before them
 * @throws DomainError NOT_SIGNED_IN, PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, TOO_MANY_REQUESTS, BUSY
 */
export async function uploadPhotos(
  ctx: UserContext,
  storage: PhotoStorage,
  originals: readonly ReceivedFile[],
): Promise<string[]> {
  const photos: (ProcessedPhoto & { id: string })[] = [];
  // One after the other, so that a call of three takes one of the few places at once.
  for (const original of originals) {
    photos.push({ id: randomUUID(), ...(await processPhoto(original)) });
  }
  await ctx.db.transaction().execute(async (tx) => {
    const { id: userId } = await lockViewer(tx, ctx);
    await checkPhotosOfDay(tx, userId, photos.length);
    for (const { id, width, height, files } of photos) {
      const bytes = files.reduce((sum, { data }) => sum + data.length, 0);
      await insertPhoto(tx, { id, userId, width, height, bytes });
    }
  });
  await Promise.all(
    photos.flatMap(({ id, files }) =>
      files.map(({ width, data }) => storage.write(photoKey(id, width), data)),
    ),
  );
  return photos.map(({ id }) => ctx.config.photoBaseUrl + photoPath(id, 1600));
}

/**
 * Makes sure that a user may upload so many photos now: 60 in 24 h by the database's clock. It holds
 * for parallel uploads while the user is locked.
 *
 * @throws DomainError TOO_MANY_REQUESTS with the seconds to wait
 */
export async function checkPhotosOfDay(db: Db, userId: string, adding: number): Promise<void> {
  const seconds = await findUploadDelay(db, userId, { adding, limit: PHOTOS_A_DAY });
  if (seconds === undefined) return;
  const hours = Math.ceil(seconds / 3600);
  const wait = hours === 1 ? "an hour" : `${hours} hours`;
  const message = `You can upload ${PHOTOS_A_DAY} photos a day. Please try again in ${wait}.`;
  throw new DomainError("TOO_MANY_REQUESTS", message, { details: { retryAfterSeconds: seconds } });
}
