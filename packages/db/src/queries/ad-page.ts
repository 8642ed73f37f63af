import type { Cursor } from "@studbook/domain/cursor";
import type { ListedAd } from "@studbook/domain/schemas/ad";
import { isoInstant } from "./ad-json.ts";

/** What a page has besides its ads. */
type PageInfo = {
  /** The exact number of ads on all pages. */
  total: number;
  /** The cursor of the last ad, if more follow. */
  next?: Cursor;
};

export type AdPage<Item = ListedAd> = PageInfo & { items: Item[] };

/** A page whose ads are a JSON array, as PostgreSQL has built it. */
export type AdPageJson = PageInfo & { items: string };

export type AdPageRow = { items: string; total: number; next: Cursor | null };

/** Returns the page of a row with `pageFrom` and a total. */
export function toPage(row: AdPageRow | undefined): AdPageJson {
  const { items = "[]", total = 0, next } = row ?? {};
  return next ? { items, total, next } : { items, total };
}

/** Parses the ads of a page. */
export function parsePage<Item>({ items, ...page }: AdPageJson): AdPage<Item> {
  return { ...page, items: JSON.parse(items) };
}

/**
 * SQL for a row with the `items` and `next` of a page of `limit` ads. `ads` selects them in order, and one more if others
 * follow, with the columns `ad` (JSON as text), `created_at` and `id`. Reading them once takes a fifth less time than a common table
 * expression for both results, and arrays take a twelfth less than a window function that numbers the ads.
 */
export function pageFrom(ads: string, limit: string): string {
  return `(
    select '[' || coalesce(array_to_string((array_agg(ad))[1:${limit}], ','), '') || ']' as items,
      case when count(*) > ${limit} then json_build_object(
        'createdAt', ${isoInstant(`(array_agg(created_at))[${limit}]`)},
        'id', (array_agg(id))[${limit}]) end as next
    from (${ads}) ads
  ) page`;
}
