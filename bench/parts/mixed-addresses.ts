import { randomUUID } from "node:crypto";
import { encodeCursor } from "@studbook/domain/cursor";
import type { Database } from "../stage/databases.ts";
import { listAdIds, listPlaces, restSearch, trpcSearch } from "./addresses.ts";

const POPULAR_ADS = 20_000;
const DAY_MS = 86_400_000;

/** Returns an index below `length`. By Zipf's law, 0 is the most frequent one. */
const zipf = (length: number) => Math.floor((length + 1) ** Math.random()) - 1;

/** Draws addresses like those of visitors and programs: few of them are very popular, many are rare. */
export async function drawVisits(database: Database, count: number): Promise<string[]> {
  const places = await listPlaces(database);
  const ids = await listAdIds(database, POPULAR_ADS);
  const place = () => places[zipf(places.length)] ?? { breed: "", state: "" };
  const id = () => ids[zipf(ids.length)] ?? "";
  const kinds: readonly (() => string)[] = [
    () => "/",
    () => "/search",
    () => `/search?${new URLSearchParams(place())}`,
    () => `/ad/${id()}`,
    () => `/ad/${id()}`,
    () => restSearch(place()),
    () => trpcSearch(place()),
    () => `/api/ads/${id()}`,
  ];
  return Array.from({ length: count }, (_, n) => kinds[n % kinds.length]?.() ?? "/");
}

/** Invents addresses that nobody has requested before: unknown parameters, IDs and cursors. */
export function inventAddresses(count: number): string[] {
  const cursor = () => {
    const createdAt = new Date(Date.now() - Math.random() * 1000 * DAY_MS).toISOString();
    return encodeCursor({ createdAt, id: randomUUID() });
  };
  const kinds: readonly (() => string)[] = [
    () => `/?utm_source=${randomUUID()}`,
    () => `${restSearch({})}&x=${randomUUID()}`,
    () => `/ad/${randomUUID()}`,
    () => `/api/ads/${randomUUID()}`,
    () => restSearch({ cursor: cursor() }),
  ];
  return Array.from({ length: count }, (_, n) => kinds[n % kinds.length]?.() ?? "/");
}
