import type { Tx } from "@studbook/db/client";
import { listPhotos } from "@studbook/db/queries/photos";
import { DomainError } from "@studbook/domain/errors";
import { findPhotoId } from "@studbook/domain/photo-id";
import { photoPath } from "@studbook/domain/photos";

/** A photo that an ad is to show: its root-relative path and the ad that shows it now. */
export type AdPhoto = { id: string; path: string; adId: string | null };

/**
 * The photos at these addresses, each uploaded by this user or already among `shown`, the addresses
 * that the ad has.
 *
 * @throws DomainError BAD_REQUEST naming each address that is neither
 */
export async function getPhotos(
  tx: Tx,
  userId: string,
  images: readonly string[],
  shown: readonly string[] = [],
): Promise<AdPhoto[]> {
  const ids = images.map((url) => findPhotoId(url) ?? "");
  const own = new Map((await listPhotos(tx, userId, ids)).map((photo) => [photo.id, photo]));
  const kept = new Set(shown.map(findPhotoId));
  const message = "Each image must be the address of a photo uploaded here";
  const issues = ids.flatMap((id, index) =>
    own.has(id) || kept.has(id) ? [] : [{ path: `images.${index}`, message }],
  );
  if (issues.length > 0) throw new DomainError("BAD_REQUEST", `${message}.`, { issues });
  return ids.map((id) => ({ id, path: photoPath(id, 1600), adId: own.get(id)?.adId ?? null }));
}

/** Throws DomainError PHOTO_IN_USE when another ad than this one shows one of the photos. */
export function checkUnused(photos: readonly AdPhoto[], adId?: string): void {
  const used = photos.findIndex((photo) => photo.adId !== null && photo.adId !== adId);
  if (used === -1) return;
  const message = "This photo already belongs to another listing. Please upload it again.";
  throw new DomainError("PHOTO_IN_USE", message, { issues: [{ path: `images.${used}`, message }] });
}
