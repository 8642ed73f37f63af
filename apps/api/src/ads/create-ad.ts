import { readClock } from "@studbook/db/clock";
import { insertAd } from "@studbook/db/queries/ads";
import { attachPhotos } from "@studbook/db/queries/photos";
import { decideAdLimit } from "@studbook/domain/ad-limit";
import { DomainError } from "@studbook/domain/errors";
import type { Ad, NewAd } from "@studbook/domain/schemas/ad";
import { lockViewer } from "../auth/lock-viewer.ts";
import type { UserContext } from "../trpc.ts";
import { checkPhotosUnused, getPhotos } from "./ad-photos.ts";
import { findChangedRecord } from "./change-record.ts";
import { checkBirthdate } from "./check-birthdate.ts";

/**
 * Creates an ad for the signed-in user within the limit of the membership (specification, section 6). The user's row stays
 * locked from the decision to the write, so that concurrent calls cannot exceed the limit.
 *
 * @throws DomainError BAD_REQUEST (birthdate, photos, record), MEMBERSHIP_REQUIRED, AD_LIMIT_REACHED, PHOTO_IN_USE, NOT_SIGNED_IN
 */
export async function createAd(
  ctx: Pick<UserContext, "db" | "viewer">,
  fields: NewAd,
): Promise<Ad> {
  return await ctx.db.transaction().execute(async (tx) => {
    const user = await lockViewer(tx, ctx);
    const now = await readClock(tx);
    checkBirthdate(fields, now);
    const photos = await getPhotos(tx, user.id, fields.images);
    const { record: change } = fields;
    const record = await findChangedRecord(tx, { before: {}, change, ad: fields, now });
    const decision = decideAdLimit(user, user.adCount, now);
    if (decision.kind !== "allowed") throw new DomainError(decision.code, decision.message);
    checkPhotosUnused(photos);
    const images = photos.map(({ path }) => path);
    const ad = await insertAd(tx, user.id, { ...fields, images, record });
    await attachPhotos(
      tx,
      ad.id,
      photos.map(({ id }) => id),
    );
    return ad;
  });
}
