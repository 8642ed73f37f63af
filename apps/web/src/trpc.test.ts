import type { AppRouter } from "@studbook/api/router";
import { createTRPCReact, getQueryKey } from "@trpc/react-query";
import { expect, test } from "vitest";
import { fakeAd, fakeCall } from "../test/fake-api.ts";
import { apiKey, apiKeyPrefix, apiPages, createData } from "./trpc.ts";

const library = createTRPCReact<AppRouter>();

test("cache keys are those of @trpc/react-query", () => {
  expect(apiKey("ads.byId", { id: "1" })).toEqual(
    getQueryKey(library.ads.byId, { id: "1" }, "query"),
  );
  expect(apiKey("auth.me", undefined)).toEqual(getQueryKey(library.auth.me, undefined, "query"));
  expect(apiKeyPrefix("ads")).toEqual(getQueryKey(library.ads));
  expect(apiKeyPrefix("ads.mine")).toEqual(getQueryKey(library.ads.mine));
});

test("caches a list from its start and from a cursor separately, both under their router", async () => {
  const ads = Array.from({ length: 5 }, (_, n) => fakeAd(n));
  const data = createData(async () => ({ call: fakeCall(ads) }));
  const { queryClient } = data;
  const first = await queryClient.fetchInfiniteQuery(apiPages(data, "ads.search", { limit: 2 }));
  const cursor = first.pages[0]?.nextCursor;
  const second = await queryClient.fetchInfiniteQuery(
    apiPages(data, "ads.search", { limit: 2 }, { cursor }),
  );
  expect(first.pages[0]?.items).toEqual(ads.slice(0, 2));
  expect(second.pages[0]?.items).toEqual(ads.slice(2, 4));
  queryClient.removeQueries({ queryKey: apiKeyPrefix("ads") });
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});

test("reads several open pages of a list with one call, of at most 200 entries", async () => {
  const ads = Array.from({ length: 500 }, (_, n) => fakeAd(n));
  const data = createData(async () => ({ call: fakeCall(ads) }));
  const readPages = async (open: number, pages: number) => {
    const options = apiPages(data, "ads.search", { limit: 24 }, { open });
    const list = await data.queryClient.fetchInfiniteQuery({ ...options, pages });
    data.queryClient.clear();
    return list.pages.map(({ items }) => items.length);
  };
  expect(await readPages(1, 2)).toEqual([24, 24]);
  expect(await readPages(3, 2)).toEqual([72, 24]);
  expect(await readPages(10, 3)).toEqual([192, 48, 24]);
});
