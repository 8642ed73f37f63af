import { deleteAd as removeAd } from "@studbook/db/queries/ads";
import { lockViewer } from "../auth/lock-viewer.ts";
import type { UserContext } from "../trpc.ts";
import { adNotFound, getViewerAd } from "./get-viewer-ad.ts";

/** Deletes an ad of the signed-in user. Throws DomainError AD_NOT_FOUND, FORBIDDEN, NOT_SIGNED_IN. */
export async function deleteAd(
  ctx: Pick<UserContext, "db" | "viewer">,
  adId: string,
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const user = await lockViewer(tx, ctx);
    await getViewerAd(tx, ctx.viewer, adId);
    if (!(await removeAd(tx, user.id, adId))) throw adNotFound();
  });
}
