import { isoInstant } from "@studbook/db/queries/ad-json";
import { runSql, withConnection } from "@studbook/db/test/test-db";
import { BREEDS } from "@studbook/domain/breeds";
import { encodeCursor } from "@studbook/domain/cursor";
import { SEARCH_PAGE_SIZE } from "@studbook/domain/page-sizes";
import type { Database } from "../stage/databases.ts";

/** How many different addresses are requested in turn so that none is stored: too many for a response cache of 1 MB. */
export const MISSED_ADDRESSES = 1000;

type Filters = { breed?: string; state?: string; cursor?: string };

/** Returns the REST address of a page of search results. */
export function restSearch(filters: Filters): string {
  return `/api/ads?${new URLSearchParams({ ...filters, limit: String(SEARCH_PAGE_SIZE) })}`;
}

/** Returns the tRPC address of the same page, as the web app requests it. */
export function trpcSearch({ breed, state }: Required<Pick<Filters, "breed" | "state">>): string {
  const input = JSON.stringify({ breed: [breed], state: [state], limit: SEARCH_PAGE_SIZE });
  return `/trpc/ads.search?input=${encodeURIComponent(input)}`;
}

/** The most frequent breed and state of the benchmark's databases. */
export const BUSIEST = { breed: BREEDS[0], state: "AL" } as const;

/** Returns one public address of each kind with its name. */
export function listPublicPaths(adId: string): [name: string, path: string][] {
  return [
    ["REST search", restSearch(BUSIEST)],
    ["tRPC search", trpcSearch(BUSIEST)],
    ["REST ad", `/api/ads/${adId}`],
    ["page /", "/"],
    ["page /search", "/search"],
    ["page /ad/{id}", `/ad/${adId}`],
  ];
}

/** Returns the breeds and states that have ads together, the most frequent first. */
export async function listPlaces(database: Database): Promise<{ breed: string; state: string }[]> {
  const rows = await query(
    database,
    `select breed, state from ad_counts where breed <> '*' and state <> '*' and n > 0
     order by n desc, breed, state`,
  );
  return rows.map(({ breed, state }) => ({ breed: String(breed), state: String(state) }));
}

/** Returns the IDs of public ads, in no order. */
export async function listAdIds(database: Database, count: number): Promise<string[]> {
  const text = "select id from ads where listed_until > now() order by md5(id::text) limit $1";
  return (await query(database, text, [count])).map(({ id }) => String(id));
}

/** Returns the cursor of a page far behind the first one. */
export async function findDeepCursor(database: Database): Promise<string> {
  const [row] = await query(
    database,
    `select id, ${isoInstant("created_at")} as created_at from ads where listed_until > now()
     order by ads.created_at desc, id desc offset 2400 limit 1`,
  );
  return encodeCursor({ createdAt: String(row?.createdAt), id: String(row?.id) });
}

/** Runs SQL as the owner. */
function query(database: Database, text: string, values: readonly unknown[] = []) {
  return withConnection(database.ownerUrl, (db) => runSql(db, text, values));
}
