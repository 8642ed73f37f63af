import multipart from "@fastify/multipart";
import { DomainError } from "@studbook/domain/errors";
import { formatCount } from "@studbook/domain/format";
import { MAX_PHOTO_MEGABYTES, MAX_PHOTO_MEGAPIXELS } from "@studbook/domain/photo-file";
import { MAX_PHOTOS_PER_AD, photoPath } from "@studbook/domain/photos";
import { z } from "@studbook/domain/schemas/z";
import type { FastifyInstance } from "fastify";
import { type CreateContext, getViewer } from "../auth/viewer.ts";
import type { Config } from "../config.ts";
import { describeCall } from "../openapi/call.ts";
import { MAX_SCANS } from "./decode-cost.ts";
import { MAX_CPU_MS } from "./decoder.ts";
import { MAX_PARTS } from "./image-header.ts";
import { createStorageLog } from "./log-storage-failures.ts";
import { MULTIPART_LIMITS, noPhotos, tooManyPhotos } from "./receive-files.ts";
import { createUploads, UPLOAD_LIMITS, type UploadLimits } from "./receive-uploads.ts";
import type { PhotoStorage } from "./storage.ts";
import { storageFull, storageUnavailable } from "./storage-errors.ts";
import { checkDailyUploads, FILES_PER_DAY } from "./upload-photos.ts";

export type UploadParts = {
  createContext: CreateContext;
  config: Config;
  storage: PhotoStorage;
  /** Overrides `UPLOAD_LIMITS` in tests. */
  uploadLimits?: Partial<UploadLimits> | undefined;
};

const upload = describeCall({
  id: "photos.upload",
  tag: "Ads",
  summary: "Upload photos",
  description: `Send one to three JPEG or PNG files of up to ${MAX_PHOTO_MEGABYTES} MiB and ${MAX_PHOTO_MEGAPIXELS} megapixels each. If one file is rejected, none is stored. Each file counts toward a limit of ${FILES_PER_DAY} per day, even if it is rejected. The call also returns a 413 if a file has more than ${MAX_SCANS} scans or ${formatCount(MAX_PARTS)} segments or chunks, or if decoding it takes too much memory or more than ${MAX_CPU_MS / 1000} seconds. A member can run four uploads at once. Without a membership, you can store up to ${UPLOAD_LIMITS.quota.accountBytes / 1_000_000} MB of photos that are not used in an ad. Photos are visible only to you until an ad uses them. Photos that no ad uses within a day are deleted. Replace \`1600.webp\` in a URL with \`800.webp\` or \`320.webp\` for a smaller size.`,
  who: "member",
  errors: [
    noPhotos(),
    tooManyPhotos("4.png"),
    notMultipart(),
    "BUSY",
    storageUnavailable(),
    storageFull(),
  ],
  body: {
    required: true,
    content: {
      "multipart/form-data": {
        schema: {
          type: "object",
          properties: {
            images: {
              type: "array",
              description: "The files.",
              items: { type: "string", format: "binary" },
              minItems: 1,
              maxItems: MAX_PHOTOS_PER_AD,
            },
          },
          required: ["images"],
        },
        encoding: { images: { contentType: "image/jpeg, image/png" } },
      },
    },
  },
  output: z.object({
    urls: z
      .array(z.string())
      .meta({ description: "The photos in the order of the files, for the `images` of an ad" }),
  }),
  response: {
    description: "The URLs of the photos, in the order of the files.",
    example: { urls: [photoPath("0192f0c4-5a77-4d3e-9d6c-3b5f6c1f7a10", 1600)] },
  },
});

/**
 * Registers `POST /api/upload-images` (specification, section 7) in its own scope, as the only route that accepts
 * multipart bodies. Clients that may not upload are refused before the body is read.
 */
export async function registerUploadRest(
  app: FastifyInstance,
  { createContext, storage, config, uploadLimits }: UploadParts,
): Promise<void> {
  const limits = { ...UPLOAD_LIMITS, ...uploadLimits };
  const uploads = createUploads(config, storage, limits);
  const logStorageFailure = createStorageLog();
  app.addHook("onClose", async () => uploads.close());

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", async () => undefined);
    await scope.register(multipart, { limits: MULTIPART_LIMITS, throwFileSizeLimit: false });

    // Twice the accepted size, so that the error for a slightly larger body can name the file.
    const bodyLimit = 2 * limits.body.bytes;
    scope.post("/upload-images", { ...upload, bodyLimit }, async (request, reply) => {
      try {
        const ctx = await createContext(request, reply);
        const viewer = getViewer(ctx);
        await checkDailyUploads(ctx.db, viewer.userId, 1);
        if (!request.isMultipart()) {
          throw notMultipart();
        }
        // Uploads have separate slots.
        ctx.releaseSlot();
        return { urls: await uploads.receive(request, { ...ctx, viewer }) };
      } catch (error) {
        logStorageFailure(request.log, error);
        // Stops parsing; the rest of the body is discarded.
        request.raw.unpipe();
        throw error;
      }
    });
  });
}

function notMultipart(): DomainError {
  return new DomainError("UNSUPPORTED_MEDIA_TYPE", "Send the photos as multipart/form-data.");
}
