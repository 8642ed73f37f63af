import { findAd, updateAd as writeAd } from "@studbook/db/queries/ads";
import { attachPhotos } from "@studbook/db/queries/photos";
import { utcDay } from "@studbook/domain/age";
import { type Ad, adPatch } from "@studbook/domain/schemas/ad";
import { lockViewer } from "../auth/lock-viewer.ts";
import type { UserContext } from "../trpc.ts";
import { checkUnused, getPhotos } from "./ad-photos.ts";
import { adNotFound } from "./own-ad.ts";

/**
 * Changes the given fields of an ad of the signed-in user, who need not be a member any more.
 *
 * @throws ZodError, DomainError AD_NOT_FOUND, PHOTO_IN_USE, NOT_SIGNED_IN
 */
export function updateAd(ctx: UserContext, adId: string, input: unknown): Promise<Ad> {
  const { images, ...fields } = adPatch(utcDay(ctx.clock())).parse(input);
  return ctx.db.transaction().execute(async (tx) => {
    const user = await lockViewer(tx, ctx);
    const before = await findAd(tx, adId, ctx.viewer);
    if (!before) throw adNotFound();
    const photos = images && (await getPhotos(tx, user.id, images, before.images));
    if (photos) checkUnused(photos, adId);
    const paths = photos?.map(({ path }) => path);
    const ad = await writeAd(tx, adId, { ...fields, ...(paths && { images: paths }) });
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
