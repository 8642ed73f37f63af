import type { AdPageJson } from "@studbook/db/queries/ad-page";
import { findAdJson } from "@studbook/db/queries/ads";
import {
  type AdSearch,
  searchAdSummariesJson,
  searchAdsJson,
} from "@studbook/db/queries/search-ads";
import { encodeCursor } from "@studbook/domain/cursor";
import type { Ad, AdSearchInput, AdSummary } from "@studbook/domain/schemas/ad";
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
    : mapItems(page, ({ image, ...ad }: AdSummary) => ({
        ...ad,
        image: image && prefixPhotoPath(image, photoBaseUrl),
      }));
}

/** Returns the JSON of an ad that the caller can see. Throws DomainError AD_NOT_FOUND. */
export async function readAd(ctx: ReadContext, id: string): Promise<string> {
  const { user } = ctx.session;
  const found = await findAdJson(ctx.publicDb, id, user && { userId: user.id });
  if (!found) throw adNotFound();
  if (user && (user.isAdmin || user.id === found.userId)) {
    ctx.closeToOtherOrigins();
    return found.ad;
  }
  const { photoBaseUrl } = ctx.config;
  if (photoBaseUrl === "") return found.ad;
  return JSON.stringify(prefixPhotoPaths(JSON.parse(found.ad), photoBaseUrl));
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
