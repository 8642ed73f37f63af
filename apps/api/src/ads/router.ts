import { listUserAds } from "@studbook/db/queries/ads";
import { utcDay } from "@studbook/domain/age";
import { encodeCursor } from "@studbook/domain/cursor";
import {
  Ad,
  AdPatch,
  AdSearchInput,
  AdSearchResult,
  AdSummarySearchResult,
  NewAd,
} from "@studbook/domain/schemas/ad";
import { birthdateOn } from "@studbook/domain/schemas/ad-fields";
import { paging } from "@studbook/domain/schemas/paging";
import { strictObject } from "@studbook/domain/schemas/strict-object";
import { z } from "@studbook/domain/schemas/z";
import type { Context } from "../context.ts";
import { getCursor } from "../cursor.ts";
import { stringifyPage } from "../json-page.ts";
import { Done, openProcedure, router, userProcedure } from "../trpc.ts";
import { AdId } from "./ad-id.ts";
import { createAd } from "./create-ad.ts";
import { deleteAd } from "./delete-ad.ts";
import { getViewerAd } from "./get-viewer-ad.ts";
import { readAd, readAdSummaries, readAds } from "./read-ads.ts";
import { updateAd } from "./update-ad.ts";

const viewerAdProcedure = userProcedure.input(AdId).use(async ({ ctx, input, next }) => {
  await getViewerAd(ctx.db, ctx.viewer, input.id);
  return next();
});

export const adsRouter = router({
  search: openProcedure
    .input(AdSearchInput.prefault({}))
    .output(AdSearchResult)
    .query(async ({ ctx, input }) => JSON.parse(stringifyPage(await readAds(ctx, input)))),

  searchSummaries: openProcedure
    .input(AdSearchInput.prefault({}))
    .output(AdSummarySearchResult)
    .query(async ({ ctx, input }) => JSON.parse(stringifyPage(await readAdSummaries(ctx, input)))),

  byId: openProcedure
    .input(AdId)
    .output(Ad)
    .query(async ({ ctx, input }) => JSON.parse(await readAd(ctx, input.id))),

  mine: userProcedure
    .input(strictObject(paging).prefault({}))
    .output(AdSearchResult)
    .query(async ({ ctx, input }) => {
      const after = getCursor(input.cursor);
      const { limit } = input;
      const { next, ...page } = await listUserAds(ctx.db, ctx.viewer.userId, { limit, after });
      return { ...page, nextCursor: next ? encodeCursor(next) : null };
    }),

  create: userProcedure
    .use(async ({ ctx, getRawInput, next }) => {
      NewAd.extend({ birthdate: birthdateNow(ctx) }).parse(await getRawInput());
      return next();
    })
    .input(NewAd)
    .output(Ad)
    .mutation(({ ctx, input }) => createAd(ctx, input)),

  update: viewerAdProcedure
    .use(async ({ ctx, getRawInput, next }) => {
      AdPatch.extend({ birthdate: birthdateNow(ctx).optional() }).parse(await getRawInput());
      return next();
    })
    .input(AdPatch)
    .output(Ad)
    .mutation(({ ctx, input }) => updateAd(ctx, input)),

  delete: viewerAdProcedure
    .input(strictObject({ id: z.string() }))
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await deleteAd(ctx, input.id);
      return { ok: true };
    }),
});

/**
 * Reports a birthdate in the future together with all other issues, in the order of the fields. The input schema has no
 * clock, and the operation, which also checks this, runs only if the schema accepts the input.
 */
function birthdateNow({ clock }: Pick<Context, "clock">) {
  return birthdateOn(utcDay(clock()));
}
