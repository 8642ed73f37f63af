import { deletePhotos, disownPhotos, insertPhoto } from "@studbook/db/queries/photos";
import type { FastifyBaseLogger } from "fastify";
import { lockViewerInSession } from "../auth/lock-viewer.ts";
import type { Session } from "../auth/session.ts";
import type { UserContext } from "../trpc.ts";
import type { DecodedPhoto } from "./decoder.ts";
import {
  claimPhotoQuota,
  isFreeAccount,
  type PhotoQuota,
  releasePhotoQuota,
} from "./photo-quota.ts";
import { type PhotoStorage, photoKey } from "./storage.ts";
import { waitForStorage } from "./storage-errors.ts";

export type UploadContext = Pick<UserContext, "db" | "viewer" | "closed" | "address" | "config"> & {
  session: Pick<Session, "sid">;
};

export type NewPhoto = DecodedPhoto & { id: string; bytes: number };

/** How long writing the files of an upload may take, and removing them if that failed, in milliseconds. */
export type StoreLimits = { storeMs: number; removeMs: number };

export type StoreParts = {
  storage: PhotoStorage;
  quota: PhotoQuota;
  limits: StoreLimits;
  logger: FastifyBaseLogger;
};

/**
 * Stores all or none of the photos. Inserts rows before files, so that a crash leaves no file that the hourly job
 * cannot find and delete.
 *
 * @throws DomainError NOT_SIGNED_IN, TOO_MANY_REQUESTS, STORAGE_FULL, STORAGE_UNAVAILABLE
 */
export async function storePhotos(
  ctx: UploadContext,
  parts: StoreParts,
  photos: readonly NewPhoto[],
): Promise<void> {
  const { storage, limits } = parts;
  const claimedBytes = await insertPhotos(ctx, parts, photos);
  const writes = photos.flatMap(({ id, files }) =>
    files.map(({ width, data }) => storage.write(photoKey(id, width), data)),
  );
  try {
    await waitForStorage(Promise.all(writes), limits.storeMs);
  } catch (error) {
    await undo(ctx, parts, { ids: photos.map(({ id }) => id), writes, claimedBytes }).catch(
      (reason: unknown) => {
        const message =
          "could not undo a failed upload completely; the hourly job deletes the rest";
        parts.logger.warn({ err: reason }, message);
      },
    );
    throw error;
  }
}

/** Returns how many bytes were counted for the account's network: none for a member. */
async function insertPhotos(
  ctx: UploadContext,
  { quota }: StoreParts,
  photos: readonly NewPhoto[],
): Promise<number> {
  return await ctx.db.transaction().execute(async (tx) => {
    const user = await lockViewerInSession(tx, ctx);
    const userId = user.id;
    const isFree = await isFreeAccount(tx, user);
    const bytes = isFree ? photos.reduce((sum, photo) => sum + photo.bytes, 0) : 0;
    if (isFree) await claimPhotoQuota(tx, { userId, bytes }, ctx, quota);
    for (const photo of photos) {
      const { id, width, height } = photo;
      await insertPhoto(tx, { id, userId, width, height, bytes: photo.bytes });
    }
    return bytes;
  });
}

/**
 * Gives the uploader's quota back at once, then removes the files and rows. If the disk does not let it, the rows stay
 * without an owner until the hourly job has removed the files.
 */
async function undo(
  ctx: UploadContext,
  { storage, limits }: StoreParts,
  failed: { ids: string[]; writes: readonly Promise<void>[]; claimedBytes: number },
): Promise<void> {
  const { ids, writes, claimedBytes } = failed;
  await ctx.db.transaction().execute(async (tx) => {
    await disownPhotos(tx, ids);
    if (claimedBytes > 0) await releasePhotoQuota(tx, claimedBytes, ctx);
  });
  const remove = async () => {
    // A file that is still being written would be created after its removal.
    await Promise.allSettled(writes);
    await Promise.all(ids.map((id) => storage.remove(id)));
    await ctx.db.transaction().execute((tx) => deletePhotos(tx, ids));
  };
  await waitForStorage(remove(), limits.removeMs);
}
