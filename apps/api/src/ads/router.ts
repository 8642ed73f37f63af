import type { AdPage } from "@studbook/db/queries/ad-page";
import { findAd, listUserAds } from "@studbook/db/queries/ads";
import { searchAds } from "@studbook/db/queries/search-ads";
import { encodeCursor } from "@studbook/domain/cursor";
import {
  Ad,
  type AdPatchFields,
  AdSearchInput,
  AdSearchResult,
  type NewAdFields,
} from "@studbook/domain/schemas/ad";
import { paging } from "@studbook/domain/schemas/paging";
import { strictObject } from "@studbook/domain/schemas/strict-object";
import { z } from "@studbook/domain/schemas/z";
import { getCursor } from "../cursor.ts";
import { Done, publicProcedure, router, userProcedure } from "../trpc.ts";
import { createAd } from "./create-ad.ts";
import { deleteAd } from "./delete-ad.ts";
import { adNotFound, getOwnAd } from "./own-ad.ts";
import { withPhotoBase } from "./photo-base.ts";
import { updateAd } from "./update-ad.ts";

const AdId = z.looseObject({ id: z.string("Give the id of an ad") }, "Give the id of an ad");

const ownAdProcedure = userProcedure.input(AdId).use(async ({ ctx, input, next }) => {
  await getOwnAd(ctx, input.id);
  return next();
});

export const adsRouter = router({
  search: publicProcedure
    .input(AdSearchInput.prefault({}))
    .output(AdSearchResult)
    .query(async ({ ctx, input }) => {
      const { cursor, ...search } = input;
      const page = await searchAds(ctx.db, { ...search, after: getCursor(cursor) });
      const { photoBaseUrl } = ctx.config;
      const items = page.items.map((ad) => withPhotoBase(ad, photoBaseUrl));
      return toResult({ ...page, items });
    }),

  byId: publicProcedure
    .input(AdId)
    .output(Ad)
    .query(async ({ ctx, input }) => {
      const { user } = ctx.session;
      const ad = await findAd(ctx.db, input.id, user && { userId: user.id });
      if (!ad) throw adNotFound();
      const mayBeHidden = user && (user.isAdmin || user.id === ad.userId);
      return mayBeHidden ? ad : withPhotoBase(ad, ctx.config.photoBaseUrl);
    }),

  mine: userProcedure
    .input(strictObject(paging).prefault({}))
    .output(AdSearchResult)
    .query(async ({ ctx, input }) => {
      const after = getCursor(input.cursor);
      const page = await listUserAds(ctx.db, ctx.viewer.userId, { limit: input.limit, after });
      return toResult(page);
    }),

  create: userProcedure
    // Checked by the operation, which knows the day that no birthdate may be after.
    .input(z.custom<NewAdFields>())
    .output(Ad)
    .mutation(({ ctx, input }) => createAd(ctx, input)),

  update: ownAdProcedure
    .input(z.custom<{ id: string } & AdPatchFields>())
    .output(Ad)
    .mutation(async ({ ctx, input }) => {
      const { id, ...patch } = input;
      return updateAd(ctx, id, patch);
    }),

  delete: ownAdProcedure
    .input(strictObject({ id: z.string() }))
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await deleteAd(ctx, input.id);
      return { ok: true };
    }),
});

function toResult({ items, total, next }: AdPage): AdSearchResult {
  return { items, total, nextCursor: next ? encodeCursor(next) : null };
}
