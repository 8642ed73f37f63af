import type { Db } from "@studbook/db/client";
import { findAd } from "@studbook/db/queries/ads";
import { DomainError } from "@studbook/domain/errors";
import type { Ad } from "@studbook/domain/schemas/ad";
import type { Viewer } from "../auth/viewer.ts";

export function adNotFound(): DomainError {
  return new DomainError("AD_NOT_FOUND", "This ad does not exist or is no longer listed.");
}

/**
 * The ad, when it is the signed-in user's own. What the user may not even see is missing to them.
 *
 * @throws DomainError AD_NOT_FOUND, FORBIDDEN
 */
export async function getOwnAd(db: Db, viewer: Viewer, id: string): Promise<Ad> {
  const ad = await findAd(db, id, viewer);
  if (!ad) throw adNotFound();
  if (ad.userId !== viewer.userId) {
    throw new DomainError("FORBIDDEN", "Only its owner can change this ad.");
  }
  return ad;
}
