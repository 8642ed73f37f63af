import type { Breed } from "@studbook/domain/breeds";
import type { Cursor } from "@studbook/domain/cursor";
import type { Ad } from "@studbook/domain/schemas/ad";
import type { StateCode } from "@studbook/domain/states";
import { CompiledQuery } from "kysely";
import type { Db } from "../client.ts";
import { named } from "../named-statements.ts";
import { AD_COLUMNS } from "./ad-json.ts";
import { type AdPage, toPage } from "./ad-page.ts";

export type AdSearch = {
  breed?: Breed | undefined;
  state?: StateCode | undefined;
  limit: number;
  /** The cursor of the previous page's last ad. */
  after?: Cursor | undefined;
};

// Stands for all breeds or all states in ad_counts.
const ALL = "*";

type Filters = { breed: boolean; state: boolean; after: boolean };

/**
 * Returns public ads, newest first, and their exact number from the same snapshot, in one round trip. Paging by
 * `next` neither skips nor repeats an ad during concurrent writes.
 */
export async function searchAds(db: Db, search: AdSearch): Promise<AdPage> {
  const { breed, state, limit, after } = search;
  const text =
    STATEMENTS[indexOf({ breed: breed !== undefined, state: state !== undefined, after: !!after })];
  if (text === undefined) throw new Error("No statement for this combination of filters");
  const values: unknown[] = [limit + 1, breed ?? ALL, state ?? ALL];
  if (after) values.push(after.createdAt, after.id);
  const query: CompiledQuery<{ items: Ad[]; total: number }> = CompiledQuery.raw(text, values);
  const { rows } = await db.executeQuery(query);
  return toPage(rows[0], limit);
}

function indexOf(filters: Filters): number {
  return (filters.breed ? 1 : 0) + (filters.state ? 2 : 0) + (filters.after ? 4 : 0);
}

// One statement per combination: with `or $1 is null` PostgreSQL could not use the indexes.
const STATEMENTS = Array.from({ length: 8 }, (_, index) => {
  const filters = { breed: !!(index & 1), state: !!(index & 2), after: !!(index & 4) };
  const used = Object.entries(filters).flatMap(([filter, on]) => (on ? [filter] : []));
  return named(["search-ads", ...used].join("-"), statementFor(filters));
});

function statementFor(filters: Filters): string {
  const matches = [
    ...(filters.breed ? ["breed = $2::text"] : []),
    ...(filters.state ? ["state = $3::text"] : []),
  ];
  const page = [
    "listed_until > studbook_now()",
    ...matches,
    ...(filters.after ? ["(created_at, id) < ($4::timestamptz, $5::uuid)"] : []),
  ];
  const expired = ["listed_until <= studbook_now()", ...matches];
  return `
    select
      (select coalesce(json_agg(ad), '[]') from (
        select ${AD_COLUMNS} from ads where ${page.join(" and ")}
        order by created_at desc, id desc limit $1::integer
      ) ad) as items,
      (coalesce((select n from ad_counts where breed = $2::text and state = $3::text), 0)
       + coalesce((select sum(n) from ad_count_deltas
           ${matches.length > 0 ? `where ${matches.join(" and ")}` : ""}), 0)
       - (select count(*) from ads where ${expired.join(" and ")}))::integer as total`;
}
