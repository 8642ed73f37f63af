import type { Cursor } from "@studbook/domain/cursor";
import type { Ad } from "@studbook/domain/schemas/ad";
import { isoInstant } from "./ad-json.ts";

export type AdPage<Item = Ad> = {
  items: Item[];
  /** The exact number of ads on all pages. */
  total: number;
  /** The cursor of the last item, if more follow. */
  next?: Cursor;
};

/** A row with a page, as the statements of this folder return it. */
export type AdPageRow<Item = Ad> = { items: Item[]; total: number; next: Cursor | null };

/** Builds a page from its row. */
export function toPage<Item>(row: AdPageRow<Item> | undefined): AdPage<Item> {
  const { items = [], total = 0, next } = row ?? {};
  return next ? { items, total, next } : { items, total };
}

/**
 * SQL for `items` and `next` of a page of `limit` ads. They come from the common table expression `page`, which has one more
 * row if others follow. Its columns are `ad` (JSON), `created_at` and `id`.
 */
export function pageColumns(limit: string): string {
  return `
    (select coalesce(json_agg(ad), '[]') from (select ad from page limit ${limit}) shown) as items,
    (select json_build_object('createdAt', ${isoInstant("created_at")}, 'id', id) from page
     where (select count(*) from page) > ${limit} offset ${limit} - 1 limit 1) as next`;
}
