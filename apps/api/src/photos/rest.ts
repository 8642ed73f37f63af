import multipart from "@fastify/multipart";
import { DomainError } from "@studbook/domain/errors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type CreateContext, getViewer } from "../auth/viewer.ts";
import { MULTIPART_LIMITS, withFiles } from "./receive-files.ts";
import type { PhotoStorage } from "./storage.ts";
import { checkPhotosOfDay, uploadPhotos } from "./upload-photos.ts";

export type UploadParts = { createContext: CreateContext; storage: PhotoStorage };

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

    scope.post("/upload-images", async (request, reply) => {
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
