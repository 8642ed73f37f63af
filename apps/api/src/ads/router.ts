import { listUserAds } from "@studbook/db/queries/ads";
import { listOldFactsOfUser } from "@studbook/db/queries/fact-reminders";
import { utcDay } from "@studbook/domain/age";
import { encodeCursor } from "@studbook/domain/cursor";
import {
  Ad,
  AdPage,
  AdPatch,
  AdPause,
  adPatchOn,
  NewAd,
  newAdOn,
  RelatedAds,
  RelatedAdsInput,
} from "@studbook/domain/schemas/ad";
import {
  AdSearchInput,
  AdSearchResult,
  AdSummarySearchResult,
} from "@studbook/domain/schemas/ad-search";
import { OwnerAds, OwnerAdsInput } from "@studbook/domain/schemas/owner";
import { paging } from "@studbook/domain/schemas/paging";
import { OldFactOfAd } from "@studbook/domain/schemas/record/old-fact";
import { strictObject } from "@studbook/domain/schemas/strict-object";
import { z } from "@studbook/domain/schemas/z";
import { remember } from "../bounded-map.ts";
import { getCursor } from "../cursor.ts";
import { stringifyPage } from "../json-page.ts";
import { Done, openProcedure, router, userProcedure } from "../trpc.ts";
import { AdId } from "./ad-id.ts";
import { createAd } from "./create-ad.ts";
import { deleteAd } from "./delete-ad.ts";
import { getViewerAd } from "./get-viewer-ad.ts";
import { pauseAd, resumeAd } from "./pause-ad.ts";
import {
  readAd,
  readAdPage,
  readAdSummaries,
  readAds,
  readOwnerAds,
  readRelatedAds,
} from "./read-ads.ts";
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

  page: openProcedure
    .input(AdId)
    .output(AdPage)
    .query(async ({ ctx, input }) => JSON.parse(await readAdPage(ctx, input.id))),

  related: openProcedure
    .input(RelatedAdsInput)
    .output(RelatedAds)
    .query(({ ctx, input }) => readRelatedAds(ctx, input)),

  ofOwner: openProcedure
    .input(OwnerAdsInput)
    .output(OwnerAds)
    .query(({ ctx, input }) => readOwnerAds(ctx, input)),

  mine: userProcedure
    .input(strictObject(paging).prefault({}))
    .output(AdSearchResult)
    .query(async ({ ctx, input }) => {
      const after = getCursor(input.cursor);
      const { limit } = input;
      const { next, ...page } = await listUserAds(ctx.db, ctx.viewer.userId, { limit, after });
      return { ...page, nextCursor: next ? encodeCursor(next) : null };
    }),

  /** The old facts of the ads on a page of `mine` with the same input. */
  oldFacts: userProcedure
    .input(strictObject(paging).prefault({}))
    .output(z.array(OldFactOfAd))
    .query(({ ctx, input: { limit, cursor } }) =>
      listOldFactsOfUser(ctx.db, ctx.viewer.userId, { limit, after: getCursor(cursor) }),
    ),

  create: userProcedure
    .use(async ({ ctx, getRawInput, next }) => {
      schemasOn(utcDay(ctx.clock())).newAd.parse(await getRawInput());
      return next();
    })
    .input(NewAd)
    .output(Ad)
    .mutation(({ ctx, input }) => createAd(ctx, input)),

  update: viewerAdProcedure
    .use(async ({ ctx, getRawInput, next }) => {
      schemasOn(utcDay(ctx.clock())).patch.parse(await getRawInput());
      return next();
    })
    .input(AdPatch)
    .output(Ad)
    .mutation(({ ctx, input }) => updateAd(ctx, input)),

  pause: viewerAdProcedure
    .input(AdPause)
    .output(Ad)
    .mutation(({ ctx, input: { id, until = null } }) => pauseAd(ctx, { id, until })),

  resume: viewerAdProcedure
    .input(strictObject({ id: z.string() }))
    .output(Ad)
    .mutation(({ ctx, input }) => resumeAd(ctx, input.id)),

  delete: viewerAdProcedure
    .input(strictObject({ id: z.string() }))
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await deleteAd(ctx, input.id);
      return { ok: true };
    }),
});

/**
 * The schemas of a day report dates in the future together with all other issues, in the order of the fields. The input
 * schemas have no clock, and the operations, which also check this, run only if the schemas accept the input.
 */
const schemasOn = remember(1, (today: string) => ({
  newAd: newAdOn(today),
  patch: adPatchOn(today),
}));
