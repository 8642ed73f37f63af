import type { AdPageJson } from "@studbook/db/queries/ad-page";
import { findAdJson, findAdPageJson } from "@studbook/db/queries/ads";
import { findOwnerAds } from "@studbook/db/queries/owner-ads";
import { listRelatedAds } from "@studbook/db/queries/related-ads";
import {
  type AdSearch,
  searchAdSummariesJson,
  searchAdsJson,
} from "@studbook/db/queries/search-ads";
import type { Breed } from "@studbook/domain/breeds";
import { encodeCursor } from "@studbook/domain/cursor";
import { DomainError } from "@studbook/domain/errors";
import type { Ad, AdSummary, RelatedAds } from "@studbook/domain/schemas/ad";
import type { AdSearchInput } from "@studbook/domain/schemas/ad-search";
import type { OwnerAds, OwnerAdsInput } from "@studbook/domain/schemas/owner";
import type { ReadContext } from "../context.ts";
import { getCursor } from "../cursor.ts";
import type { JsonPage } from "../json-page.ts";
import { adNotFound } from "./get-viewer-ad.ts";
import { prefixPhotoPath, prefixPhotoPaths } from "./prefix-photo-paths.ts";

/** Returns one page of an ad search. Throws DomainError BAD_REQUEST if the cursor is invalid. */
export async function readAds(
  { publicDb, config }: ReadContext,
  input: AdSearchInput,
): Promise<JsonPage> {
  const page = toJsonPage(await searchAdsJson(publicDb, toSearch(input)));
  const { photoBaseUrl } = config;
  return photoBaseUrl === ""
    ? page
    : mapItems(page, (ad: Ad) => prefixPhotoPaths(ad, photoBaseUrl));
}

/** The same with only what a list shows of each ad. */
export async function readAdSummaries(
  { publicDb, config }: ReadContext,
  input: AdSearchInput,
): Promise<JsonPage> {
  const page = toJsonPage(await searchAdSummariesJson(publicDb, toSearch(input)));
  const { photoBaseUrl } = config;
  return photoBaseUrl === ""
    ? page
    : mapItems(page, (ad: AdSummary) => prefixSummary(ad, photoBaseUrl));
}

/** Returns the JSON of an ad that the caller can see. Throws DomainError AD_NOT_FOUND. */
export async function readAd(ctx: ReadContext, id: string): Promise<string> {
  const { user } = ctx.session;
  const found = await findAdJson(ctx.publicDb, id, user && { userId: user.id });
  if (!found) throw adNotFound();
  return toPublicAd(ctx, found);
}

/** Returns the JSON of what the page of an ad shows (`AdPage`). Throws DomainError AD_NOT_FOUND. */
export async function readAdPage(ctx: ReadContext, id: string): Promise<string> {
  const { user } = ctx.session;
  const found = await findAdPageJson(ctx.publicDb, id, user && { userId: user.id });
  if (!found) throw adNotFound();
  return `{"ad":${toPublicAd(ctx, found)},"clubTests":${found.clubTests}}`;
}

/** Returns the ad as it is for its owner and admins, and with the public's photo URLs for everyone else. */
function toPublicAd(ctx: ReadContext, { ad, userId }: { ad: string; userId: string }): string {
  const { user } = ctx.session;
  if (user && (user.isAdmin || user.id === userId)) {
    ctx.closeToOtherOrigins();
    return ad;
  }
  const { photoBaseUrl } = ctx.config;
  return photoBaseUrl === "" ? ad : JSON.stringify(prefixPhotoPaths(JSON.parse(ad), photoBaseUrl));
}

/** Returns the other ads of an ad's owner and similar ads. */
export async function readRelatedAds(
  { publicDb, config: { photoBaseUrl } }: ReadContext,
  ad: { id: string; breed: Breed; userId: string },
): Promise<RelatedAds> {
  const { moreFromOwner, ownerTotal, similar } = await listRelatedAds(publicDb, ad);
  const prefix = (found: AdSummary) => prefixSummary(found, photoBaseUrl);
  return { moreFromOwner: moreFromOwner.map(prefix), ownerTotal, similar: similar.map(prefix) };
}

/** Returns a page of an owner's public ads. Throws DomainError OWNER_NOT_FOUND if none is public. */
export async function readOwnerAds(
  { publicDb, config: { photoBaseUrl } }: ReadContext,
  { id, limit, cursor }: OwnerAdsInput,
): Promise<OwnerAds> {
  const found = await findOwnerAds(publicDb, id, { limit, after: getCursor(cursor) });
  if (!found) throw new DomainError("OWNER_NOT_FOUND", "This owner has no public listings.");
  const { next, items, ...page } = found;
  return {
    ...page,
    items: items.map((ad) => prefixSummary(ad, photoBaseUrl)),
    nextCursor: next ? encodeCursor(next) : null,
  };
}

function prefixSummary({ image, ...ad }: AdSummary, base: string): AdSummary {
  return { ...ad, image: image && prefixPhotoPath(image, base) };
}

function toSearch({ cursor, ...search }: AdSearchInput): AdSearch {
  return { ...search, after: getCursor(cursor) };
}

function toJsonPage({ items, total, next }: AdPageJson): JsonPage {
  return { items, total, nextCursor: next ? encodeCursor(next) : null };
}

function mapItems<Item>({ items, ...page }: JsonPage, change: (item: Item) => Item): JsonPage {
  const changed: Item[] = JSON.parse(items).map(change);
  return { ...page, items: JSON.stringify(changed) };
}
