import { findAd } from "@studbook/db/queries/ads";
import { DomainError } from "@studbook/domain/errors";
import type { Ad } from "@studbook/domain/schemas/ad";
import type { UserContext } from "../trpc.ts";

export function adNotFound(): DomainError {
  return new DomainError("AD_NOT_FOUND", "This ad does not exist or is no longer listed.");
}

/**
 * The ad, when it is the signed-in user's own. What the user may not even see is missing to them.
 *
 * @throws DomainError AD_NOT_FOUND, FORBIDDEN
 */
export async function getOwnAd(ctx: UserContext, id: string): Promise<Ad> {
  const ad = await findAd(ctx.db, id, ctx.viewer);
  if (!ad) throw adNotFound();
  if (ad.userId !== ctx.viewer.userId) {
    throw new DomainError("FORBIDDEN", "Only its owner can change this ad.");
  }
  return ad;
}
