import type { Db } from "@studbook/db/client";
import { findAd } from "@studbook/db/queries/ads";
import { DomainError } from "@studbook/domain/errors";
import type { Ad } from "@studbook/domain/schemas/ad";
import type { Viewer } from "../auth/viewer.ts";

export function adNotFound(): DomainError {
  return new DomainError("AD_NOT_FOUND", "This ad does not exist or is no longer listed.");
}

export function ownerOnly(): DomainError {
  return new DomainError("FORBIDDEN", "Only the owner can change this ad.");
}

/**
 * Returns the signed-in user's ad with this ID. Another user's ad that the signed-in user cannot see counts as not found.
 *
 * @throws DomainError AD_NOT_FOUND, FORBIDDEN
 */
export async function getViewerAd(db: Db, viewer: Viewer, id: string): Promise<Ad> {
  const ad = await findAd(db, id, viewer);
  if (!ad) throw adNotFound();
  if (ad.userId !== viewer.userId) {
    throw ownerOnly();
  }
  return ad;
}
