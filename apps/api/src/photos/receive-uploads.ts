import { join } from "node:path";
import type {} from "@fastify/multipart";
import type { DomainError } from "@studbook/domain/errors";
import type { FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import { gates } from "../gate.ts";
import { neighborhoodOf, networksOf } from "../http/network.ts";
import type { UserContext } from "../trpc.ts";
import { createDecoder, type DecoderOptions } from "./decoder.ts";
import {
  ensureRoom,
  FREE_PHOTO_LIMITS,
  type FreePhotoLimits,
  isFreeAccount,
} from "./free-photos.ts";
import { processPhoto } from "./process-photo.ts";
import { MAX_UPLOAD_BYTES, type ReceivedFile, withFiles } from "./receive-files.ts";
import { createSpool, uploadsAreBusy } from "./spool.ts";
import type { PhotoStorage } from "./storage.ts";
import { createTurns } from "./turns.ts";
import { uploadPhotos } from "./upload-photos.ts";
import { createUploadSlots, type SlotLimits } from "./upload-slots.ts";
import { type BodyLimits, watchBody } from "./watch-body.ts";

/** What all uploads of a server together may take. */
export type UploadLimits = {
  slots: SlotLimits;
  body: BodyLimits;
  /** All files together that wait on the disk. */
  spoolBytes: number;
  /** What must be free on the disk. */
  reserveBytes: number;
  free: FreePhotoLimits;
  /** How long the photos of one upload may wait for their turns, in milliseconds. */
  waitMs: number;
  decoder: DecoderOptions;
};

const MOST_UPLOADS = 32;

export const UPLOAD_LIMITS: UploadLimits = {
  slots: {
    total: MOST_UPLOADS,
    free: MOST_UPLOADS / 2,
    member: 4,
    network: 8,
    site: MOST_UPLOADS / 2,
    graceMs: 5000,
  },
  body: {
    bytes: MAX_UPLOAD_BYTES,
    silentMs: 10_000,
    bytesPerSecond: 16 * 1024,
  },
  spoolBytes: MOST_UPLOADS * MAX_UPLOAD_BYTES,
  // PostgreSQL is often on the same disk.
  reserveBytes: 1_000_000_000,
  free: FREE_PHOTO_LIMITS,
  // Less than the time after which the server ends a connection on which nothing happens.
  waitMs: 45_000,
  decoder: {},
};

export type Uploads = {
  /** Takes the photos of a multipart body in. Returns their addresses. */
  receive(request: FastifyRequest, ctx: UserContext): Promise<string[]>;
  close(): void;
};

/** What all uploads of a server share: places, a spool, and one decoder. */
export function createUploads(
  config: Config,
  storage: PhotoStorage,
  limits: UploadLimits,
): Uploads {
  const spool = createSpool(join(config.dataDir, "uploads"), limits);
  const decoder = createDecoder(limits.decoder);
  const turns = createTurns();
  const slots = createUploadSlots(limits.slots, turns.usedMs);
  gates.set("photo", () => ({
    running: turns.countRunning(),
    waiting: turns.countWaiting(),
    refused: slots.countRefused(),
  }));
  return {
    close: () => decoder.close(),
    async receive(request, ctx) {
      const { user } = ctx.session;
      const isFree = user === undefined || (await isFreeAccount(ctx.db, user));
      if (isFree) await ensureRoom(ctx.db, ctx.viewer.userId, ctx, limits.free);
      const { own: network, site } = networksOf(ctx.address);
      const worker = {
        userId: ctx.viewer.userId,
        isFree,
        neighborhood: neighborhoodOf(ctx.address),
      };
      const place = new AbortController();
      const end = (reason: DomainError) => place.abort(reason);
      const slot = slots.take({ ...worker, network, site, end });
      const watched = watchBody(request.raw, limits.body);
      const signal = AbortSignal.any([watched.signal, place.signal]);
      try {
        return await withFiles({ parts: request.parts(), spool, signal }, (files) => {
          slot.noteReceived();
          return whileAwaited(ctx.closed(), limits.waitMs, (timely) => {
            const awaited = AbortSignal.any([timely, place.signal]);
            const process = (file: ReceivedFile, noteBegun: () => void) =>
              turns.run(
                worker,
                async () => {
                  noteBegun();
                  slot.noteDecoding(true);
                  try {
                    return await processPhoto(decoder, await file.read(), file.name);
                  } finally {
                    slot.noteDecoding(false);
                  }
                },
                awaited,
              );
            return uploadPhotos(ctx, { storage, process, free: limits.free }, files);
          });
        });
      } finally {
        watched.stop();
        slot.leave();
      }
    },
  };
}

/** Does work whose signal is aborted when it takes too long to begin, or when nobody waits for it any more. */
async function whileAwaited<T>(
  closed: AbortSignal,
  waitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const giveUp = () => controller.abort(uploadsAreBusy());
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
