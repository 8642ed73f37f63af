import type { CallApi } from "@studbook/api/page-contract";
import { encodeCursor } from "@studbook/domain/cursor";
import { photoPath } from "@studbook/domain/photos";
import { NO_OPTIONAL_FIELDS } from "@studbook/domain/schemas/ad-fields";
import { TRPCClientError } from "@trpc/client";
import type { Ad, AdSummary } from "../src/features/ads/ad-queries.ts";

export function fakeId(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
}

/** An ad for tests. Ads with different numbers differ, and higher numbers are older. */
export function fakeAd(n: number, fields: Partial<Ad> = {}): Ad {
  const createdAt = new Date(Date.UTC(2026, 0, 1) - n).toISOString();
  return {
    id: fakeId(n),
    userId: fakeId(9000),
    dogName: `Dog ${n}`,
    breed: "Boxer",
    state: "TX",
    birthdate: "2022-05-14",
    studFee: 1200,
    description: "First paragraph.\n\nSecond paragraph.",
    images: [photoPath(fakeId(n), 1600)],
    ownerName: "Owner",
    ownerEmail: "owner@example.com",
    ...NO_OPTIONAL_FIELDS,
    createdAt,
    updatedAt: createdAt,
    ...fields,
  };
}

/** Answers calls with the given ads as the API does. With `failure`, every call fails. */
export function fakeCall(ads: Ad[], failure?: Error): CallApi {
  return async (path, _type, input) => {
    if (failure) throw TRPCClientError.from(failure);
    const data = respond(ads, path, input);
    if (data === undefined) throw adNotFound();
    return data;
  };
}

function respond(ads: Ad[], path: string, input: unknown) {
  const ad = find(ads, input);
  if (path === "ads.byId") return ad;
  if (path === "ads.page") return ad && { ad, clubTests: null };
  const page = search(ads, input);
  return path === "ads.search" ? page : { ...page, items: page.items.map(summarize) };
}

function summarize({ id, dogName, breed, state, birthdate, studFee, images }: Ad): AdSummary {
  return { id, dogName, breed, state, birthdate, studFee, image: images[0] ?? null };
}

function read(input: unknown, name: string): unknown {
  return typeof input === "object" && input !== null ? Reflect.get(input, name) : undefined;
}

function find(ads: Ad[], input: unknown) {
  return ads.find((ad) => ad.id === read(input, "id"));
}

function search(ads: Ad[], input: unknown) {
  const breed = read(input, "breed");
  const found = ads.filter((ad) => breed === undefined || ad.breed === breed);
  const start = found.findIndex((ad) => encodeCursor(ad) === read(input, "cursor")) + 1;
  const items = found.slice(start, start + Number(read(input, "limit")));
  const last = items.at(-1);
  const hasMore = start + items.length < found.length;
  return {
    items,
    total: found.length,
    nextCursor: hasMore && last ? encodeCursor(last) : null,
  };
}

function adNotFound() {
  const data = { code: "AD_NOT_FOUND", httpStatus: 404 };
  return TRPCClientError.from({ error: { message: "No such ad.", code: -32004, data } });
}
