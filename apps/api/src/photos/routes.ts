import { fileURLToPath } from "node:url";
import type { Db } from "@studbook/db/client";
import { findPhotoAccess } from "@studbook/db/queries/photos";
import { DAY_SECONDS } from "@studbook/domain/day";
import { PHOTO_WIDTHS } from "@studbook/domain/photos";
import { isSamplePhoto } from "@studbook/domain/samples";
import { isCanonicalUuid } from "@studbook/domain/uuid";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { openSession } from "../auth/session.ts";
import type { Config } from "../config.ts";
import { closeToOtherOrigins } from "../http/cross-origin.ts";
import { releaseSlot } from "../http/request-slots.ts";
import { IMMUTABLE, isKnownTag } from "../http/revalidate.ts";
import { openFile } from "./disk-storage.ts";
import { createStorageLog } from "./log-storage-failures.ts";
import type { PhotoStorage, StoredPhoto } from "./storage.ts";
import { toStorageError } from "./storage-errors.ts";

const SAMPLES = fileURLToPath(new URL("../../assets/samples/", import.meta.url));

/** For a photo that is opened by itself, which browsers fit to the window with a style of their own. */
const PHOTO_POLICY = "default-src 'none';style-src 'unsafe-inline';frame-ancestors 'none'";

const PRIVATE = "private, no-store";

/** How long the disk may take to open a photo, in milliseconds. */
const OPEN_MS = 5000;

type PhotoParts = {
  db: Db;
  /** Returns the handle that serves what everyone may see. */
  publicHandleOf: (request: FastifyRequest) => Db;
  config: Config;
  storage: PhotoStorage;
};

/**
 * `GET /photos/{id}/{width}.webp`. Everyone may see a photo of a listed ad; otherwise only the ad's owner and admins.
 * A photo that no ad uses is visible only to its uploader.
 */
export function registerPhotoRoutes(app: FastifyInstance, parts: PhotoParts): void {
  const logStorageFailure = createStorageLog();
  type Photo = { Params: { id: string; file: string } };
  app.get<Photo>("/photos/:id/:file", { config: { isOpen: true } }, async (request, reply) => {
    const { id, file } = request.params;
    const known = isCanonicalUuid(id) && PHOTO_WIDTHS.some((width) => file === `${width}.webp`);
    if (!known) return reply.callNotFound();
    const caching = isSamplePhoto(id) ? IMMUTABLE : await findCaching(id, request, reply, parts);
    if (caching === undefined) return reply.callNotFound();
    const etag = `"${id}-${file}"`;
    reply.header("Cache-Control", caching).header("ETag", etag);
    if (caching === PRIVATE) closeToOtherOrigins(reply);
    // Its content never changes.
    if (isKnownTag(request.headers["if-none-match"], etag)) return reply.code(304).send();
    // The disk or the bucket has queues of its own, and the demo first draws the photo.
    releaseSlot(reply);
    const photo = await openPhoto(parts.storage, id, file).catch((error) => {
      logStorageFailure(request.log, error);
      throw error;
    });
    if (!photo) return replyMissing(reply);
    return reply
      .headers({ "Content-Length": photo.bytes, "Content-Security-Policy": PHOTO_POLICY })
      .type("image/webp")
      .send(photo.body);
  });
}

/** Returns the photo's `Cache-Control` for this client, or undefined if the client may not see it. */
async function findCaching(
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
  { db, publicHandleOf, config }: PhotoParts,
): Promise<string | undefined> {
  const access = await findPhotoAccess(publicHandleOf(request), id);
  if (!access) return undefined;
  if (access.kind === "public") {
    const shared = config.photoSharedCacheSeconds;
    const own = `max-age=${DAY_SECONDS}`;
    return shared > 0 ? `public, ${own}, s-maxage=${shared}` : `private, ${own}`;
  }
  const { user } = await openSession(db, config, request, reply);
  const isAllowed = user && (user.id === access.userId || (user.isAdmin && access.isOfAd));
  return isAllowed ? PRIVATE : undefined;
}

/**
 * Opens a photo. Returns undefined if it does not exist.
 *
 * @throws DomainError STORAGE_UNAVAILABLE
 */
async function openPhoto(
  storage: PhotoStorage,
  id: string,
  file: string,
): Promise<StoredPhoto | undefined> {
  try {
    if (isSamplePhoto(id)) return await openFile(`${SAMPLES}${id}/${file}`, OPEN_MS);
    return await storage.open(`${id}/${file}`, OPEN_MS);
  } catch (error) {
    throw toStorageError(error);
  }
}

/** Responds with a 404 for a photo without files: its upload is unfinished, or it has just been deleted. */
function replyMissing(reply: FastifyReply) {
  reply.removeHeader("ETag");
  reply.removeHeader("Cache-Control");
  return reply.callNotFound();
}
