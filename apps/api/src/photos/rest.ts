import multipart from "@fastify/multipart";
import { DomainError } from "@studbook/domain/errors";
import { MAX_PHOTOS_PER_AD, photoPath } from "@studbook/domain/photos";
import { z } from "@studbook/domain/z";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type CreateContext, getViewer } from "../auth/viewer.ts";
import { describe } from "../openapi/call.ts";
import { MULTIPART_LIMITS, withFiles } from "./receive-files.ts";
import type { PhotoStorage } from "./storage.ts";
import { checkPhotosOfDay, uploadPhotos } from "./upload-photos.ts";

export type UploadParts = { createContext: CreateContext; storage: PhotoStorage };

const upload = describe({
  id: "photos.upload",
  tag: "Ads",
  summary: "Upload photos",
  description:
    "One to three JPEG or PNG files of at most 5 MiB and 50 megapixels each, all or none, and 60 in a day. Give their addresses to an ad within a day, or they are deleted. `/800.webp` and `/320.webp` are the same photos, smaller.",
  who: "member",
  errors: ["BAD_REQUEST", "UNSUPPORTED_MEDIA_TYPE", "BUSY"],
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
  { createContext, storage }: UploadParts,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", async () => undefined);
    await scope.register(multipart, { limits: MULTIPART_LIMITS, throwFileSizeLimit: false });

    scope.post("/upload-images", upload, async (request, reply) => {
      const ctx = await createContext(request, reply);
      const viewer = getViewer(ctx);
      await checkPhotosOfDay(ctx.db, viewer.userId, 1);
      if (!request.isMultipart()) {
        const message = "Send the photos as multipart/form-data.";
        throw new DomainError("UNSUPPORTED_MEDIA_TYPE", message);
      }
      return {
        urls: await withFiles(readParts(request), (files) =>
          uploadPhotos({ ...ctx, viewer }, storage, files),
        ),
      };
    });
  });
}

async function* readParts(request: FastifyRequest) {
  try {
    yield* request.parts();
  } finally {
    // A client that is refused early hears of it only when the rest of its body is taken.
    request.raw.unpipe();
    request.raw.resume();
  }
}
