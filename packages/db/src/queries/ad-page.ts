import type { Cursor } from "@studbook/domain/cursor";
import type { Ad } from "@studbook/domain/schemas/ad";
import { isoInstant } from "./ad-json.ts";

/** What a page has besides its ads. */
type PageInfo = {
  /** The exact number of ads on all pages. */
  total: number;
  /** The cursor of the last ad, if more follow. */
  next?: Cursor;
};

export type AdPage<Item = Ad> = PageInfo & { items: Item[] };

/** A page whose ads are a JSON array, as PostgreSQL has built it. */
export type AdPageJson = PageInfo & { items: string };

export type AdPageRow = { items: string; total: number; next: Cursor | null };

/** Returns the page of a row with `pageColumns` and a total. */
export function toPage(row: AdPageRow | undefined): AdPageJson {
  const { items = "[]", total = 0, next } = row ?? {};
  return next ? { items, total, next } : { items, total };
}

/** Parses the ads of a page. */
export function parsePage<Item>({ items, ...page }: AdPageJson): AdPage<Item> {
  return { ...page, items: JSON.parse(items) };
}

/**
 * SQL for `items` and `next` of a page of `limit` ads. They come from the common table expression `page`, which has one more
 * row if others follow. Its columns are `ad` (JSON), `created_at` and `id`.
 */
export function pageColumns(limit: string): string {
  return `
    (select coalesce(json_agg(ad), '[]') from (select ad from page limit ${limit}) shown)::text
      as items,
    (select json_build_object('createdAt', ${isoInstant("created_at")}, 'id', id) from page
     where (select count(*) from page) > ${limit} offset ${limit} - 1 limit 1) as next`;
}
