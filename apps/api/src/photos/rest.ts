import multipart from "@fastify/multipart";
import { DomainError } from "@studbook/domain/errors";
import { MAX_PHOTOS_PER_AD, photoPath } from "@studbook/domain/photos";
import { z } from "@studbook/domain/schemas/z";
import type { FastifyInstance } from "fastify";
import { type CreateContext, getViewer } from "../auth/viewer.ts";
import type { Config } from "../config.ts";
import { describe } from "../openapi/call.ts";
import { MULTIPART_LIMITS } from "./receive-files.ts";
import { createUploads, UPLOAD_LIMITS, type UploadLimits } from "./receive-uploads.ts";
import type { PhotoStorage } from "./storage.ts";
import { checkUploadsOfDay } from "./upload-photos.ts";

export type UploadParts = {
  createContext: CreateContext;
  config: Config;
  storage: PhotoStorage;
  /** Other limits than those of a server, for tests. */
  uploadLimits?: Partial<UploadLimits> | undefined;
};

const upload = describe({
  id: "photos.upload",
  tag: "Ads",
  summary: "Upload photos",
  description:
    "One to three JPEG or PNG files of at most 5 MiB and 50 megapixels each, all or none. Every file counts as one of 60 in a day, refused ones too. A file is also refused with 413 if it has over 100 scans, has over 10,000 segments or chunks, or takes too much memory or more than 2 s to open. Four uploads of a member run at once. Without a membership you can store 30 MB of photos that no ad shows. Only you see the photos until an ad shows them. Give their addresses to an ad within a day, or they are deleted. `/800.webp` and `/320.webp` are the same photos, smaller.",
  who: "member",
  errors: ["BAD_REQUEST", "UNSUPPORTED_MEDIA_TYPE", "BUSY", "STORAGE_FULL"],
  body: {
    required: true,
    content: {
      "multipart/form-data": {
        schema: {
          type: "object",
          properties: {
            images: {
              type: "array",
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
  output: z.object({ urls: z.array(z.string()) }),
  answer: {
    description: "The addresses of the photos, in the order of the files.",
    example: { urls: [photoPath("0192f0c4-5a77-4d3e-9d6c-3b5f6c1f7a10", 1600)] },
  },
});

/**
 * `POST /api/upload-images` (specification, section 7), in a scope of its own: no other path takes
 * multipart bodies. Who may not upload learns it before the body is read.
 */
export async function registerUploadRest(
  app: FastifyInstance,
  { createContext, storage, config, uploadLimits }: UploadParts,
): Promise<void> {
  const limits = { ...UPLOAD_LIMITS, ...uploadLimits };
  const uploads = createUploads(config, storage, limits);
  app.addHook("onClose", async () => uploads.close());

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", async () => undefined);
    await scope.register(multipart, { limits: MULTIPART_LIMITS, throwFileSizeLimit: false });

    // Twice what may arrive, so that a body that is somewhat too large is refused by the name of its file.
    const bodyLimit = 2 * limits.body.bytes;
    scope.post("/upload-images", { ...upload, bodyLimit }, async (request, reply) => {
      try {
        const ctx = await createContext(request, reply);
        const viewer = getViewer(ctx);
        await checkUploadsOfDay(ctx.db, viewer.userId, 1);
        if (!request.isMultipart()) {
          const message = "Send the photos as multipart/form-data.";
          throw new DomainError("UNSUPPORTED_MEDIA_TYPE", message);
        }
        // Uploads have slots of their own.
        ctx.leaveTurn();
        return { urls: await uploads.receive(request, { ...ctx, viewer }) };
      } catch (error) {
        // What is left of the body is thrown away, not parsed.
        request.raw.unpipe();
        throw error;
      }
    });
  });
}
