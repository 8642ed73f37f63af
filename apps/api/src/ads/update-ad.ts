import { readClock } from "@studbook/db/clock";
import { updateAd as writeAd } from "@studbook/db/queries/ads";
import { attachPhotos } from "@studbook/db/queries/photos";
import { getRecord } from "@studbook/db/queries/records";
import type { Ad, AdPatch } from "@studbook/domain/schemas/ad";
import { lockViewer } from "../auth/lock-viewer.ts";
import type { UserContext } from "../trpc.ts";
import { checkPhotosUnused, getPhotos } from "./ad-photos.ts";
import { findChangedRecord } from "./change-record.ts";
import { checkBirthdate } from "./check-birthdate.ts";
import { adNotFound, getViewerAd } from "./get-viewer-ad.ts";

/**
 * Changes the given fields of the signed-in user's ad. Allowed even after the membership has expired.
 *
 * @throws DomainError BAD_REQUEST (birthdate, photos, record), AD_NOT_FOUND, FORBIDDEN, PHOTO_IN_USE, NOT_SIGNED_IN
 */
export async function updateAd(
  ctx: Pick<UserContext, "db" | "viewer">,
  { id: adId, images, record: change, ...fields }: AdPatch,
): Promise<Ad> {
  return await ctx.db.transaction().execute(async (tx) => {
    const user = await lockViewer(tx, ctx);
    const before = await getViewerAd(tx, ctx.viewer, adId);
    const now = await readClock(tx);
    checkBirthdate(fields, now);
    const photos = images && (await getPhotos(tx, user.id, images, before.images));
    const record = await findChangedRecord(tx, {
      before: await getRecord(tx, adId),
      change,
      ad: {
        state: fields.state ?? before.state,
        birthdate: fields.birthdate ?? before.birthdate,
      },
      now,
    });
    if (photos) checkPhotosUnused(photos, adId);
    const paths = photos?.map(({ path }) => path);
    const changes = { ...fields, record, ...(paths && { images: paths }) };
    const ad = await writeAd(tx, user.id, adId, changes);
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
