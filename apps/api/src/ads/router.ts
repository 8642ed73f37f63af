import type { AdPage } from "@studbook/db/queries/ad-page";
import { findAd, listUserAds } from "@studbook/db/queries/ads";
import { type AdSearch, searchAdSummaries, searchAds } from "@studbook/db/queries/search-ads";
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
import { Done, openProcedure, router, userProcedure } from "../trpc.ts";
import { createAd } from "./create-ad.ts";
import { deleteAd } from "./delete-ad.ts";
import { adNotFound, getViewerAd } from "./get-viewer-ad.ts";
import { prefixPhotoPath, prefixPhotoPaths } from "./prefix-photo-paths.ts";
import { updateAd } from "./update-ad.ts";

const AdId = z.object({ id: z.string("Ad ID is required") }, "Ad ID is required");

const viewerAdProcedure = userProcedure.input(AdId).use(async ({ ctx, input, next }) => {
  await getViewerAd(ctx.db, ctx.viewer, input.id);
  return next();
});

export const adsRouter = router({
  search: openProcedure
    .input(AdSearchInput.prefault({}))
    .output(AdSearchResult)
    .query(async ({ ctx, input }) => {
      const page = await searchAds(ctx.db, toSearch(input));
      const { photoBaseUrl } = ctx.config;
      return toResult(page, (ad) => prefixPhotoPaths(ad, photoBaseUrl));
    }),

  searchSummaries: openProcedure
    .input(AdSearchInput.prefault({}))
    .output(AdSummarySearchResult)
    .query(async ({ ctx, input }) => {
      const page = await searchAdSummaries(ctx.db, toSearch(input));
      const { photoBaseUrl } = ctx.config;
      return toResult(page, ({ image, ...ad }) => ({
        ...ad,
        image: image && prefixPhotoPath(image, photoBaseUrl),
      }));
    }),

  byId: openProcedure
    .input(AdId)
    .output(Ad)
    .query(async ({ ctx, input }) => {
      const { user } = ctx.session;
      const ad = await findAd(ctx.db, input.id, user && { userId: user.id });
      if (!ad) throw adNotFound();
      const seesHiddenAds = user && (user.isAdmin || user.id === ad.userId);
      if (!seesHiddenAds) return prefixPhotoPaths(ad, ctx.config.photoBaseUrl);
      ctx.closeToOtherOrigins();
      return ad;
    }),

  mine: userProcedure
    .input(strictObject(paging).prefault({}))
    .output(AdSearchResult)
    .query(async ({ ctx, input }) => {
      const after = getCursor(input.cursor);
      const page = await listUserAds(ctx.db, ctx.viewer.userId, { limit: input.limit, after });
      return toResult(page, (ad) => ad);
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

function toSearch({ cursor, ...search }: AdSearchInput): AdSearch {
  return { ...search, after: getCursor(cursor) };
}

function toResult<Item>({ items, total, next }: AdPage<Item>, toItem: (item: Item) => Item) {
  return { items: items.map(toItem), total, nextCursor: next ? encodeCursor(next) : null };
}
