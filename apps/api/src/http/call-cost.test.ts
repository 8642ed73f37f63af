import { describe, expect, it } from "vitest";
import { buildTestApp, testConfig } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import { costOfPage } from "./call-cost.ts";

const site = useTestApp();

const openApp = (calls: number) =>
  buildTestApp(site.db, { config: testConfig("on"), limits: { requests: { calls } } });

describe("the cost of a request", () => {
  const search = (...inputs: object[]) => {
    const input = encodeURIComponent(JSON.stringify({ ...inputs }));
    return `/trpc/${inputs.map(() => "ads.search").join(",")}?batch=1&input=${input}`;
  };
  const one = (input: unknown) =>
    `/trpc/ads.search?input=${encodeURIComponent(JSON.stringify(input))}`;

  it.each([
    ["/api/ads?limit=24", 1],
    ["/api/ads?limit=25", 2],
    ["/api/ads?limit=200", 9],
    ["/%61pi/ads?limit=200", 9],
    ["/api/ads?limit=9999999", 9],
    ["/api/ads?limit=none", 5],
    ["/api/ads", 5],
    ["/api/my-ads?limit=48", 2],
    ["/api/states?limit=200", 1],
    [one({ limit: 24 }), 1],
    [one({ limit: 200 }), 9],
    [one({ limit: 1e9 }), 9],
    [one({ limit: "200" }), 5],
    [one({}), 5],
    ["/trpc/ads.search?input=[", 5],
    ["/trpc/ads.searchSummaries", 5],
    ["/trpc/ads.byId?input=null", 1],
    ["/trpc/ads.byId", 1],
    [search({ limit: 200 }, { limit: 1 }, {}), 15],
    [search(...Array<object>(10).fill({ limit: 200 })), 90],
    [search(...Array<object>(11).fill({ limit: 200 })), 90],
  ])("of GET %s is %d", async (url, cost) => {
    const app = await openApp(1000);
    const { headers } = await app.inject(url);
    expect(1000 - Number(headers["ratelimit-remaining"])).toBe(cost);
    await app.close();
  });

  it.each([
    ["a batch of two large lists", search({ limit: 200 }, { limit: 200 }), 10, 5],
    ["a large list", "/api/ads?limit=200", 20, 10],
  ])("limits parallel requests for %s", async (_what, url, count, allowed) => {
    const app = await openApp(90);
    const responses = await Promise.all(Array.from({ length: count }, () => app.inject(url)));
    expect(responses.filter(({ statusCode }) => statusCode !== 429)).toHaveLength(allowed);
    await app.close();
  });
});

it.each([
  ["/search", 1],
  ["/search?pages=3", 3],
  ["/search?pages=3.9", 4],
  ["/search?breed=Boxer&pages=100", 9],
  ["/search?pages=many", 1],
  ["/search?pages=-5", 1],
  ["/search?pages=", 1],
  ["//?pages=2", 2],
])("a request for the page %s counts as %d pages", (url, cost) => {
  expect(costOfPage(url)).toBe(cost);
});
