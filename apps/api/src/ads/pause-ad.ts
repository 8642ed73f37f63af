import { readClock } from "@studbook/db/clock";
import { setAdPaused } from "@studbook/db/queries/ads";
import { DomainError } from "@studbook/domain/errors";
import { findPauseProblem } from "@studbook/domain/pause";
import type { Ad } from "@studbook/domain/schemas/ad";
import { lockViewer } from "../auth/lock-viewer.ts";
import type { UserContext } from "../trpc.ts";
import { adNotFound, getViewerAd } from "./get-viewer-ad.ts";

/**
 * Hides the signed-in user's ad until 00:00 UTC of a day, or without an end. Repeating it changes only the day.
 *
 * @param until 'YYYY-MM-DD', from tomorrow to a year ahead; null for no end
 * @throws DomainError BAD_REQUEST, AD_NOT_FOUND, FORBIDDEN, NOT_SIGNED_IN
 */
export async function pauseAd(
  ctx: Pick<UserContext, "db" | "viewer">,
  { id, until }: { id: string; until: string | null },
): Promise<Ad> {
  return await setPaused(ctx, id, (now) => {
    if (until === null) return "infinity";
    const message = findPauseProblem(until, now);
    if (message !== undefined) {
      throw new DomainError("BAD_REQUEST", message, { issues: [{ path: "until", message }] });
    }
    return new Date(`${until}T00:00:00Z`);
  });
}

/** Ends the pause of the signed-in user's ad, if it has one. Throws DomainError AD_NOT_FOUND, FORBIDDEN, NOT_SIGNED_IN. */
export async function resumeAd(ctx: Pick<UserContext, "db" | "viewer">, id: string): Promise<Ad> {
  return await setPaused(ctx, id, () => null);
}

async function setPaused(
  ctx: Pick<UserContext, "db" | "viewer">,
  id: string,
  decide: (now: Date) => Date | "infinity" | null,
): Promise<Ad> {
  return await ctx.db.transaction().execute(async (tx) => {
    const user = await lockViewer(tx, ctx);
    await getViewerAd(tx, ctx.viewer, id);
    const ad = await setAdPaused(tx, user.id, id, decide(await readClock(tx)));
    if (!ad) throw adNotFound();
    return ad;
  });
}
