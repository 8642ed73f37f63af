import { randomUUID } from "node:crypto";
import type { Db } from "@studbook/db/client";
import { insertPhoto } from "@studbook/db/queries/photos";
import {
  deleteUploadAttempts,
  findUploadDelay,
  insertUploadAttempts,
} from "@studbook/db/queries/upload-attempts";
import { DomainError } from "@studbook/domain/errors";
import { photoPath } from "@studbook/domain/photos";
import { lockViewer } from "../auth/lock-viewer.ts";
import { describeError } from "../errors.ts";
import type { UserContext } from "../trpc.ts";
import type { DecodedPhoto } from "./decoder.ts";
import type { ReceivedFile } from "./receive-files.ts";
import { refuseFullDisk } from "./spool.ts";
import { type PhotoStorage, photoKey } from "./storage.ts";

const FILES_A_DAY = 60;

type UploadParts = {
  storage: PhotoStorage;
  /** Decodes a file when it is its turn. */
  process: (file: ReceivedFile) => Promise<DecodedPhoto>;
};

type NewPhoto = DecodedPhoto & { id: string };

/**
 * Stores photos of the signed-in user, all or none, in their order. Every file counts as an attempt before it is
 * decoded, and is given back only for a failure of ours.
 *
 * @returns their root-relative addresses: nobody else may see them yet
 * @throws DomainError NOT_SIGNED_IN, PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, TOO_MANY_REQUESTS, STORAGE_FULL
 */
export async function uploadPhotos(
  ctx: UserContext,
  { storage, process }: UploadParts,
  originals: readonly ReceivedFile[],
): Promise<string[]> {
  const attempts = await countAttempts(ctx, originals.length);
  try {
    const photos: NewPhoto[] = [];
    // One after the other, so that a call of three takes one place in the line.
    for (const original of originals) {
      photos.push({ id: randomUUID(), ...(await process(original)) });
    }
    await storePhotos(ctx, storage, photos);
    return photos.map(({ id }) => photoPath(id, 1600));
  } catch (error) {
    if (describeError(error).status >= 500) await deleteUploadAttempts(ctx.db, attempts);
    throw error;
  }
}

/** Counts files in the user's turn, so that the limit holds for parallel uploads. Returns their attempts. */
async function countAttempts(ctx: UserContext, files: number): Promise<string[]> {
  return await ctx.db.transaction().execute(async (tx) => {
    const { id: userId } = await lockViewer(tx, ctx);
    await checkUploadsOfDay(tx, userId, files);
    return await insertUploadAttempts(tx, userId, files);
  });
}

/** Rows come first, so that a crash leaves no file that nobody would ever delete. */
async function storePhotos(
  ctx: UserContext,
  storage: PhotoStorage,
  photos: readonly NewPhoto[],
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const { id: userId } = await lockViewer(tx, ctx);
    for (const { id, width, height, files } of photos) {
      const bytes = files.reduce((sum, { data }) => sum + data.length, 0);
      await insertPhoto(tx, { id, userId, width, height, bytes });
    }
  });
  const written = photos.flatMap(({ id, files }) =>
    files.map(({ width, data }) => storage.write(photoKey(id, width), data)),
  );
  await Promise.all(written).catch(refuseFullDisk);
}

/**
 * Makes sure that a user may upload so many files now: 60 in 24 h by the database's clock. It holds
 * for parallel uploads while the user is locked.
 *
 * @throws DomainError TOO_MANY_REQUESTS with the seconds to wait
 */
export async function checkUploadsOfDay(db: Db, userId: string, adding: number): Promise<void> {
  const seconds = await findUploadDelay(db, userId, { adding, limit: FILES_A_DAY });
  if (seconds === undefined) return;
  const hours = Math.ceil(seconds / 3600);
  const wait = hours === 1 ? "an hour" : `${hours} hours`;
  const message = `You can upload ${FILES_A_DAY} photos a day. Please try again in ${wait}.`;
  throw new DomainError("TOO_MANY_REQUESTS", message, { details: { retryAfterSeconds: seconds } });
}
