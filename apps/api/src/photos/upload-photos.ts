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
import { lockViewerInSession } from "../auth/lock-viewer.ts";
import type { Session } from "../auth/session.ts";
import { describeError } from "../errors.ts";
import type { UserContext } from "../trpc.ts";
import type { DecodedPhoto } from "./decoder.ts";
import { type FreePhotoLimits, isFreeAccount, takeRoom } from "./free-photos.ts";
import type { ReceivedFile } from "./receive-files.ts";
import { refuseFullDisk } from "./spool.ts";
import { type PhotoStorage, photoKey } from "./storage.ts";

const FILES_A_DAY = 60;

type UploadParts = {
  storage: PhotoStorage;
  /** Decodes a file when it is its turn, and says when that has come. */
  process: (file: ReceivedFile, noteBegun: () => void) => Promise<DecodedPhoto>;
  /** What accounts without a membership may store. */
  free: FreePhotoLimits;
};

type UploadContext = Pick<UserContext, "db" | "viewer" | "closed" | "address" | "config"> & {
  session: Pick<Session, "sid">;
};

type NewPhoto = DecodedPhoto & { id: string; bytes: number };

/**
 * Stores photos of the signed-in user, all or none, in their order. Every file counts as an attempt before it is
 * decoded. A failure of ours gives back those whose decoding did not begin, or all if it was in storing them, but
 * nothing to a caller who has gone: hanging up would make decoding free.
 *
 * @returns their root-relative addresses: nobody else may see them yet
 * @throws DomainError NOT_SIGNED_IN, PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, TOO_MANY_REQUESTS, STORAGE_FULL
 */
export async function uploadPhotos(
  ctx: UploadContext,
  { storage, process, free }: UploadParts,
  originals: readonly ReceivedFile[],
): Promise<string[]> {
  const attempts = await countAttempts(ctx, originals.length);
  let spent = 0;
  const noteBegun = () => void spent++;
  try {
    const photos: NewPhoto[] = [];
    // One after the other, so that a call of three takes one place in the line.
    for (const original of originals) {
      const photo = await process(original, noteBegun);
      const bytes = photo.files.reduce((sum, { data }) => sum + data.length, 0);
      photos.push({ id: randomUUID(), bytes, ...photo });
    }
    // No caller can bring about that storing fails.
    spent = 0;
    await storePhotos(ctx, { storage, free }, photos);
    return photos.map(({ id }) => photoPath(id, 1600));
  } catch (error) {
    const isOurs = describeError(error).status >= 500 && !ctx.closed().aborted;
    if (isOurs) await deleteUploadAttempts(ctx.db, attempts.slice(spent));
    throw error;
  }
}

/** Counts files in the user's turn, so that the limit holds for parallel uploads. Returns their attempts. */
async function countAttempts(ctx: UploadContext, files: number): Promise<string[]> {
  return await ctx.db.transaction().execute(async (tx) => {
    const { id: userId } = await lockViewerInSession(tx, ctx);
    await checkUploadsOfDay(tx, userId, files);
    return await insertUploadAttempts(tx, userId, files);
  });
}

/** Rows come first, so that a crash leaves no file that nobody would ever delete. */
async function storePhotos(
  ctx: UploadContext,
  { storage, free }: Pick<UploadParts, "storage" | "free">,
  photos: readonly NewPhoto[],
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const user = await lockViewerInSession(tx, ctx);
    const userId = user.id;
    if (await isFreeAccount(tx, user)) {
      const bytes = photos.reduce((sum, photo) => sum + photo.bytes, 0);
      await takeRoom(tx, { userId, bytes }, ctx, free);
    }
    for (const { id, width, height, bytes } of photos) {
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
