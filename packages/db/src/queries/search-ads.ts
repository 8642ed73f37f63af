import type { Breed } from "@studbook/domain/breeds";
import type { Cursor } from "@studbook/domain/cursor";
import { MAX_PAGE_SIZE } from "@studbook/domain/page-sizes";
import type { StateCode } from "@studbook/domain/states";
import { CompiledQuery } from "kysely";
import type { Db } from "../client.ts";
import { named } from "../named-statements.ts";
import { AD_SUMMARY_JSON, LISTED_AD_JSON } from "./ad-json.ts";
import {
  type AdPage,
  type AdPageJson,
  type AdPageRow,
  pageFrom,
  parsePage,
  toPage,
} from "./ad-page.ts";
import { IS_PUBLIC, UNCOUNTED } from "./visibility.ts";

export type AdSearch = {
  /** Ads of any of these breeds; all if absent. */
  breed?: readonly Breed[] | undefined;
  /** Ads in any of these states; all if absent. */
  state?: readonly StateCode[] | undefined;
  limit: number;
  /** The cursor of the previous page's last ad. */
  after?: Cursor | undefined;
};

const IS_AFTER = "(created_at, id) < ($4::timestamptz, $5::uuid)";

/** `offset 0` keeps PostgreSQL from reading all ads of the breed and state. */
const UNCOUNTED_FIRST = `select breed, state, n from (${UNCOUNTED}) uncounted offset 0`;

// Stands for all breeds or all states in ad_counts.
const ALL = "*";

type Filters = { breed: boolean; state: boolean; after: boolean };

/** The statements of a search, by their filters. */
type Statements = { single: readonly string[]; union: readonly string[] };

/**
 * Returns public ads, newest first, and their exact number from the same snapshot, in one round trip. Paging by
 * `next` neither skips nor repeats an ad during concurrent writes.
 */
export async function searchAds(db: Db, search: AdSearch): Promise<AdPage> {
  return parsePage(await searchAdsJson(db, search));
}

/** The same as JSON. */
export function searchAdsJson(db: Db, search: AdSearch): Promise<AdPageJson> {
  return readPage(db, compileSearch(search));
}

/** The same as JSON, with only what a list shows of each ad (`AdSummary`). */
export function searchAdSummariesJson(db: Db, search: AdSearch): Promise<AdPageJson> {
  return readPage(db, compileSearch(search, SUMMARIES));
}

async function readPage(db: Db, query: CompiledQuery<AdPageRow>): Promise<AdPageJson> {
  const { rows } = await db.executeQuery(query);
  return toPage(rows[0]);
}

/** Returns the statement of a search with its values. */
export function compileSearch(search: AdSearch, of: Statements = ADS): CompiledQuery<AdPageRow> {
  const { breed = [], state = [], limit, after } = search;
  const isUnion = breed.length > 1 || state.length > 1;
  const statements = isUnion ? of.union : of.single;
  const text =
    statements[indexOf({ breed: breed.length > 0, state: state.length > 0, after: !!after })];
  if (text === undefined) throw new Error("No statement for this combination of filters");
  const [breeds, states] = [breed, state].map((values) => (values.length > 0 ? values : [ALL]));
  const filters = isUnion ? [breeds, states] : [breeds?.[0], states?.[0]];
  const values: unknown[] = [limit, ...filters];
  if (after) values.push(after.createdAt, after.id);
  return CompiledQuery.raw(text, values);
}

function indexOf(filters: Filters): number {
  return (filters.breed ? 1 : 0) + (filters.state ? 2 : 0) + (filters.after ? 4 : 0);
}

// One statement per combination: with `or $1 is null` PostgreSQL could not use the indexes.
const COMBINATIONS: readonly Filters[] = Array.from({ length: 8 }, (_, index) => ({
  breed: !!(index & 1),
  state: !!(index & 2),
  after: !!(index & 4),
}));

const ADS = createStatements("search-ads", LISTED_AD_JSON);
const SUMMARIES = createStatements("search-ad-summaries", AD_SUMMARY_JSON);

/** `adJson` is SQL for what the search returns of each ad. */
function createStatements(prefix: string, adJson: string): Statements {
  const create = (name: string, toText: (filters: Filters, adJson: string) => string) =>
    COMBINATIONS.map((filters) => {
      const used = Object.entries(filters).flatMap(([filter, on]) => (on ? [filter] : []));
      return named([name, ...used].join("-"), toText(filters, adJson));
    });
  return {
    single: create(prefix, statementFor),
    union: create(`${prefix}-of-any`, unionStatementFor),
  };
}

/**
 * The statement for at most one breed and one state. The constant limit shows PostgreSQL that few rows are read whatever the
 * values are, so each connection keeps one plan instead of making a new one for every search.
 */
function statementFor({ breed, state, after }: Filters, adJson: string): string {
  const matches = [...(breed ? ["breed = $2::text"] : []), ...(state ? ["state = $3::text"] : [])];
  const page = [IS_PUBLIC, ...matches, ...(after ? [IS_AFTER] : [])];
  const items = `
    select * from (
      select ${adJson} as ad, created_at, id from ads where ${page.join(" and ")}
      order by created_at desc, id desc limit ${MAX_PAGE_SIZE + 1}
    ) longest limit $1::integer + 1`;
  return pageWithTotal({ items, matches, counts: "breed = $2::text and state = $3::text" });
}

/**
 * The statement for several breeds or states. With `breed = any(...)` PostgreSQL would read and sort all matches, so it
 * reads one page of each combination from the index and sorts those. `offset 0` keeps it from joining all ads.
 */
function unionStatementFor({ breed, state, after }: Filters, adJson: string): string {
  const page = [
    IS_PUBLIC,
    ...(breed ? ["breed = of_breed"] : []),
    ...(state ? ["state = in_state"] : []),
    ...(after ? [IS_AFTER] : []),
  ];
  const items = `
    select ${adJson} as ad, created_at, id from (
      select page.id as found_id from unnest($2::text[]) of_breed, unnest($3::text[]) in_state,
        lateral (
          select id, created_at from ads where ${page.join(" and ")}
          order by created_at desc, id desc limit $1::integer + 1
        ) page
      order by page.created_at desc, page.id desc limit $1::integer + 1
    ) found, lateral (select * from ads where ads.id = found_id offset 0) ads
    order by created_at desc, id desc`;
  const matches = [
    ...(breed ? ["breed = any($2::text[])"] : []),
    ...(state ? ["state = any($3::text[])"] : []),
  ];
  const counts = "breed = any($2::text[]) and state = any($3::text[])";
  return pageWithTotal({ items, matches, counts });
}

type PageParts = { items: string; matches: string[]; counts: string };

function pageWithTotal({ items, matches, counts }: PageParts): string {
  const where = matches.length > 0 ? `where ${matches.join(" and ")}` : "";
  return `
    select items, next,
      (coalesce((select sum(n) from ad_counts where ${counts}), 0)
       + coalesce((select sum(n) from ad_count_deltas ${where}), 0)
       + coalesce((select sum(n) from (${UNCOUNTED_FIRST}) uncounted ${where}), 0))::integer as total
    from ${pageFrom(items, "$1::integer")}`;
}
