import type {} from "@fastify/multipart";
import type { DomainError } from "@studbook/domain/errors";
import type { FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import { gates } from "../gate.ts";
import { neighborhoodOf, networksOf } from "../http/network.ts";
import type { UserContext } from "../trpc.ts";
import { spoolFolder } from "./create-storage.ts";
import { createDecodeQueue } from "./decode-queue.ts";
import { createDecoder, type DecoderOptions } from "./decoder.ts";
import { checkPhotoQuota, isFreeAccount, PHOTO_QUOTA, type PhotoQuota } from "./photo-quota.ts";
import { processPhoto } from "./process-photo.ts";
import { MAX_UPLOAD_BYTES, type ReceivedFile, withFiles } from "./receive-files.ts";
import { createSpool, uploadsBusy } from "./spool.ts";
import type { PhotoStorage } from "./storage.ts";
import type { StoreLimits } from "./store-photos.ts";
import { uploadPhotos } from "./upload-photos.ts";
import { createUploadSlots, type SlotLimits } from "./upload-slots.ts";
import { type BodyLimits, watchBody } from "./watch-body.ts";
import { watchDiskSpace } from "./watch-disk-space.ts";

/** Limits on all of a server's uploads. */
export type UploadLimits = StoreLimits & {
  slots: SlotLimits;
  body: BodyLimits;
  /** Maximum size of all spooled files together. */
  spoolBytes: number;
  /** Disk space that must stay free, in bytes. */
  reserveBytes: number;
  /** How long one operation of the disk may take while a file arrives or is read again, in milliseconds. */
  diskMs: number;
  /** For accounts without an active membership. */
  quota: PhotoQuota;
  /** How long after an upload's arrival its photos may still wait to be decoded, in milliseconds. */
  waitMs: number;
  decoder: DecoderOptions;
};

const MAX_UPLOADS = 32;

/** Free space that uploads leave on the disk, in bytes. */
export const RESERVED_BYTES = 1_000_000_000;

export const UPLOAD_LIMITS: UploadLimits = {
  slots: {
    total: MAX_UPLOADS,
    free: MAX_UPLOADS / 2,
    member: 4,
    network: 8,
    site: MAX_UPLOADS / 2,
    graceMs: 5000,
  },
  body: {
    bytes: MAX_UPLOAD_BYTES,
    silentMs: 10_000,
    bytesPerSecond: 16 * 1024,
  },
  spoolBytes: MAX_UPLOADS * MAX_UPLOAD_BYTES,
  // PostgreSQL is often on the same disk.
  reserveBytes: RESERVED_BYTES,
  // Shorter than the time in which 64 KiB must arrive, so that the client is not blamed for a slow disk.
  diskMs: 3000,
  storeMs: 8000,
  removeMs: 2000,
  quota: PHOTO_QUOTA,
  // Together with `storeMs` and `removeMs`, shorter than the server's timeout for idle connections.
  waitMs: 45_000,
  decoder: {},
};

export type Uploads = {
  /** Stores the photos of a multipart body. Returns their URLs. */
  receive(request: FastifyRequest, ctx: UserContext): Promise<string[]>;
  close(): void;
};

/** Creates what all of a server's uploads share: slots, a spool and one decoder. */
export function createUploads(
  config: Config,
  storage: PhotoStorage,
  limits: UploadLimits,
): Uploads {
  const spool = createSpool(spoolFolder(config.dataDir), limits);
  watchDiskSpace(config.dataDir);
  const decoder = createDecoder(limits.decoder);
  const queue = createDecodeQueue();
  const slots = createUploadSlots(limits.slots, queue.usedMs);
  gates.set("photo", () => ({
    running: queue.countRunning(),
    waiting: queue.countWaiting(),
    refused: slots.countRefused(),
  }));
  return {
    close: () => decoder.close(),
    async receive(request, ctx) {
      const { user } = ctx.session;
      const isFree = user === undefined || (await isFreeAccount(ctx.db, user));
      if (isFree) await checkPhotoQuota(ctx.db, ctx.viewer.userId, ctx, limits.quota);
      const { network, site } = networksOf(ctx.address);
      const uploader = {
        userId: ctx.viewer.userId,
        isFree,
        neighborhood: neighborhoodOf(ctx.address),
      };
      const eviction = new AbortController();
      const onEvict = (reason: DomainError) => eviction.abort(reason);
      const slot = slots.acquire({ ...uploader, network, site, onEvict });
      const watched = watchBody(request.raw, limits.body);
      const signal = AbortSignal.any([watched.signal, eviction.signal]);
      try {
        return await withFiles({ parts: request.parts(), spool, signal }, (files) => {
          slot.markReceived();
          return withDeadline(ctx.closed(), limits.waitMs, (deadline) => {
            const cancellation = AbortSignal.any([deadline, eviction.signal]);
            const process = (file: ReceivedFile, onStart: () => void) =>
              queue.run(
                uploader,
                async () => {
                  slot.setDecoding(true);
                  try {
                    return await processPhoto(decoder, await file.read(), file.name, onStart);
                  } finally {
                    slot.setDecoding(false);
                  }
                },
                cancellation,
              );
            const parts = { storage, process, quota: limits.quota, limits, logger: request.log };
            return uploadPhotos(ctx, parts, files);
          });
        });
      } finally {
        watched.stop();
        slot.release();
      }
    },
  };
}

/** Runs work with a signal that is aborted after `waitMs` or when the client disconnects. */
async function withDeadline<T>(
  closed: AbortSignal,
  waitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const giveUp = () => controller.abort(uploadsBusy());
  const timer = setTimeout(giveUp, waitMs);
  if (closed.aborted) giveUp();
  closed.addEventListener("abort", giveUp, { once: true });
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    closed.removeEventListener("abort", giveUp);
  }
}
