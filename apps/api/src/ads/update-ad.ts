import { readClock } from "@studbook/db/clock";
import { updateAd as writeAd } from "@studbook/db/queries/ads";
import { attachPhotos } from "@studbook/db/queries/photos";
import type { Ad, AdPatch } from "@studbook/domain/schemas/ad";
import { lockViewer } from "../auth/lock-viewer.ts";
import type { UserContext } from "../trpc.ts";
import { checkPhotosUnused, getPhotos } from "./ad-photos.ts";
import { checkBirthdate } from "./check-birthdate.ts";
import { adNotFound, getViewerAd } from "./get-viewer-ad.ts";

/**
 * Changes the given fields of the signed-in user's ad. Allowed even after the membership has expired.
 *
 * @throws DomainError BAD_REQUEST (birthdate in the future, photos), AD_NOT_FOUND, FORBIDDEN, PHOTO_IN_USE, NOT_SIGNED_IN
 */
export async function updateAd(
  ctx: Pick<UserContext, "db" | "viewer">,
  { id: adId, images, ...fields }: AdPatch,
): Promise<Ad> {
  return await ctx.db.transaction().execute(async (tx) => {
    const user = await lockViewer(tx, ctx);
    const before = await getViewerAd(tx, ctx.viewer, adId);
    if (fields.birthdate !== undefined) checkBirthdate(fields, await readClock(tx));
    const photos = images && (await getPhotos(tx, user.id, images, before.images));
    if (photos) checkPhotosUnused(photos, adId);
    const paths = photos?.map(({ path }) => path);
    const ad = await writeAd(tx, user.id, adId, { ...fields, ...(paths && { images: paths }) });
    if (!ad) throw adNotFound();
    if (photos) {
      await attachPhotos(
        tx,
        adId,
        photos.map(({ id }) => id),
      );
    }
    return ad;
  });
}
