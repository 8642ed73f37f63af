import type { Tx } from "@studbook/db/client";
import { listPhotos } from "@studbook/db/queries/photos";
import { DomainError } from "@studbook/domain/errors";
import { findPhotoId } from "@studbook/domain/photo-id";
import { photoPath } from "@studbook/domain/photos";
import { NOT_A_PHOTO } from "@studbook/domain/schemas/ad-fields";

/** An uploaded photo: its root-relative path, and the ad that currently shows it. */
export type AdPhoto = { id: string; path: string; adId: string | null };

/**
 * Returns the photos with these URLs. Each must have been uploaded by this user or be among `current`, the URLs that the
 * ad has already.
 *
 * @throws DomainError BAD_REQUEST with an issue for each other URL
 */
export async function getPhotos(
  tx: Tx,
  userId: string,
  images: readonly string[],
  current: readonly string[] = [],
): Promise<AdPhoto[]> {
  const ids = images.map((url) => findPhotoId(url) ?? "");
  const uploaded = new Map((await listPhotos(tx, userId, ids)).map((photo) => [photo.id, photo]));
  const currentIds = new Set(current.map(findPhotoId));
  const issues = ids.flatMap((id, index) =>
    uploaded.has(id) || currentIds.has(id)
      ? []
      : [{ path: `images.${index}`, message: NOT_A_PHOTO }],
  );
  if (issues.length > 0) throw new DomainError("BAD_REQUEST", NOT_A_PHOTO, { issues });
  return ids.map((id) => ({ id, path: photoPath(id, 1600), adId: uploaded.get(id)?.adId ?? null }));
}

/** Throws DomainError PHOTO_IN_USE if an ad other than `adId` shows one of the photos. */
export function checkPhotosUnused(photos: readonly AdPhoto[], adId?: string): void {
  const used = photos.findIndex((photo) => photo.adId !== null && photo.adId !== adId);
  if (used !== -1) throw photoInUse(used);
}

/** The error for a photo of another ad, with its index in `images`. */
export function photoInUse(index: number): DomainError {
  const message = "This photo already belongs to another listing. Please upload it again.";
  return new DomainError("PHOTO_IN_USE", message, {
    issues: [{ path: `images.${index}`, message }],
  });
}
