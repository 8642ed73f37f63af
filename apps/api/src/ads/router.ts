import { findAd } from "@studbook/db/queries/ads";
import { searchAds } from "@studbook/db/queries/search-ads";
import { Ad, AdSearchInput, AdSearchResult } from "@studbook/domain/ad";
import { decodeCursor, encodeCursor } from "@studbook/domain/cursor";
import { DomainError } from "@studbook/domain/errors";
import { z } from "@studbook/domain/z";
import { publicProcedure, router } from "../trpc.ts";
import { withPhotoBase } from "./photo-base.ts";

export const adsRouter = router({
  search: publicProcedure
    .input(AdSearchInput)
    .output(AdSearchResult)
    .query(async ({ ctx, input }) => {
      const { breed, state, limit, cursor } = input;
      const after = cursor === undefined ? undefined : getCursor(cursor);
      const found = await searchAds(ctx.db, { breed, state, limit, after });
      return {
        items: found.items.map((ad) => withPhotoBase(ad, ctx.config.photoBaseUrl)),
        total: found.total,
        nextCursor: found.next ? encodeCursor(found.next) : null,
      };
    }),

  byId: publicProcedure
    .input(z.object({ id: z.string() }))
    .output(Ad)
    .query(async ({ ctx, input }) => {
      const ad = await findAd(ctx.db, input.id, ctx.user);
      if (!ad)
        throw new DomainError("AD_NOT_FOUND", "This ad does not exist or is no longer listed.");
      return withPhotoBase(ad, ctx.config.photoBaseUrl);
    }),
});

function getCursor(text: string) {
  const cursor = decodeCursor(text);
  if (cursor) return cursor;
  const message = "The cursor is not one that this API gave out. Start again without it.";
  throw new DomainError("BAD_REQUEST", message, { issues: [{ path: "cursor", message }] });
}
