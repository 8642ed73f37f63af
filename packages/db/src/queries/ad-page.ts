import type { Cursor } from "@studbook/domain/cursor";
import type { Ad } from "@studbook/domain/schemas/ad";

export type AdPage = {
  items: Ad[];
  /** The exact number of ads on all pages. */
  total: number;
  /** The cursor of the last item, if more follow. */
  next?: Cursor;
};

/** Builds a page of up to `limit` ads from a row that was queried with `limit + 1`. */
export function toPage(row: { items: Ad[]; total: number } | undefined, limit: number): AdPage {
  const { items = [], total = 0 } = row ?? {};
  if (items.length <= limit) return { items, total };
  items.length = limit;
  const last = items.at(-1);
  return last
    ? { items, total, next: { createdAt: last.createdAt, id: last.id } }
    : { items, total };
}
