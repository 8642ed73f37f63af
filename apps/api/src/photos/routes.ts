import { fileURLToPath } from "node:url";
import { PHOTO_WIDTHS } from "@studbook/domain/photos";
import { isSamplePhoto } from "@studbook/domain/samples";
import type { FastifyInstance } from "fastify";
import { openFile } from "./disk-storage.ts";
import type { PhotoStorage } from "./storage.ts";

const SAMPLES = fileURLToPath(new URL("../../assets/samples/", import.meta.url));
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** `GET /photos/{id}/{width}.webp`: a file that never changes, so it may be kept for a year. */
export function registerPhotoRoutes(
  app: FastifyInstance,
  { storage }: { storage: PhotoStorage },
): void {
  app.get<{ Params: { id: string; file: string } }>("/photos/:id/:file", async (request, reply) => {
    const { id, file } = request.params;
    const known = UUID.test(id) && PHOTO_WIDTHS.some((width) => file === `${width}.webp`);
    const photo = !known
      ? undefined
      : isSamplePhoto(id)
        ? await openFile(`${SAMPLES}${id}/${file}`)
        : await storage.open(`${id}/${file}`);
    if (!photo) return reply.callNotFound();
    return reply
      .type("image/webp")
      .header("Content-Length", photo.bytes)
      .header("Cache-Control", "public, max-age=31536000, immutable")
      .send(photo.stream);
  });
}
