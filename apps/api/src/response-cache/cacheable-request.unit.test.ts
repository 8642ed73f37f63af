import { BREEDS } from "@studbook/domain/breeds";
import { encodeCursor } from "@studbook/domain/cursor";
import { AdSearchInput } from "@studbook/domain/schemas/ad-search";
import { STATE_CODES } from "@studbook/domain/states";
import { expect, it } from "vitest";
import { describeCacheable } from "./cacheable-request.ts";

const ID = "00000000-0000-4000-8000-000000000001";
const CURSOR = encodeCursor({ createdAt: "2026-01-01T00:00:00.000Z", id: ID });

const trpc = (name: string, input: unknown) =>
  `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`;

it.each([
  ["/", "/?utm_source=mail&fbclid=1"],
  ["/contact", "/contact?x"],
  ["/credits", "/credits?x"],
  [`/ad/${ID}`, `/ad/${ID}?from=mail`],
  ["/search", "/search?breed=&state=&utm=1"],
  ["/search?breed=Boxer&state=TX", "/search?state=TX&other=%00&breed=Boxer"],
  ["/search?breed=Boxer", "/search?breed=Akita&breed=Boxer"],
  ["/search?breed=Poodle+%28Toy%29", "/search?breed=Poodle%20(Toy)"],
  ["/api/ads", "/api/ads?breed=&limit=100&random=1"],
  ["/api/ads?breed=Boxer&breed=Akita&state=TX", "/api/ads?state=TX&breed=Akita&breed=Boxer"],
  ["/api/ads?breed=Boxer&state=TX", "/api/ads?breed=Boxer&state=TX&state=TX&breed=Boxer"],
  ["/api/ads?limit=43", "/api/ads?limit=043&breed=&state=&breed=&x=1"],
  [
    trpc("ads.search", { breed: "Boxer", state: "TX" }),
    trpc("ads.search", { breed: ["Boxer", "Boxer"], state: ["TX", "TX", ""] }),
  ],
  [`/api/ads/${ID}`, `/api/ads/${ID}?a=1`],
  ["/trpc/ads.search", trpc("ads.search", {})],
  [
    trpc("ads.search", { breed: "Boxer", limit: 24 }),
    `${trpc("ads.search", { limit: 24, breed: ["Boxer"] })}&other=1`,
  ],
  [
    trpc("ads.searchSummaries", { state: "TX", limit: 24 }),
    trpc("ads.searchSummaries", { limit: 24, state: ["TX"] }),
  ],
  ["/trpc/breeds.list", trpc("breeds.list", {})],
])("gives %s and %s the same key", (one, other) => {
  expect(describeCacheable(one)?.key).toBeDefined();
  expect(describeCacheable(one)?.key).toBe(describeCacheable(other)?.key);
});

it.each([
  [{}],
  [{ breed: "Boxer", state: ["TX"], limit: 3, cursor: CURSOR }],
  [{ breed: ["Boxer", "Akita", "Boxer", ""], state: ["", "TX", "AL", "TX"] }],
  [{ breed: "", state: [""] }],
  [{ breed: [] }],
])("reads %j as the procedure does, so that its input need not be checked again", (given) => {
  const { breed, state, ...rest } = AdSearchInput.parse(given);
  // The order of filters does not matter.
  const expected = { ...rest, breed: breed?.toSorted() ?? [], state: state?.toSorted() ?? [] };
  for (const procedure of ["ads.search", "ads.searchSummaries"]) {
    expect(describeCacheable(trpc(procedure, given))?.read).toEqual({ procedure, input: expected });
  }
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(given)) {
    for (const value of [values].flat()) query.append(name, `${value}`);
  }
  expect(describeCacheable(`/api/ads?${query}`)?.read).toEqual({
    procedure: "ads.search",
    input: expected,
  });
});

it("gives different responses different keys", () => {
  const urls = [
    "/",
    "/contact",
    "/credits",
    "/search",
    "/search?breed=Boxer",
    "/search?breed=Boxer&pages=2",
    "/search?state=TX",
    `/search?cursor=${CURSOR}`,
    `/ad/${ID}`,
    "/api/ads",
    "/api/ads?limit=24",
    "/api/ads?breed=Boxer",
    "/api/ads?breed=Boxer&breed=Akita",
    `/api/ads?cursor=${CURSOR}`,
    `/api/ads/${ID}`,
    "/api/breeds",
    "/api/states",
    "/trpc/ads.search",
    "/trpc/ads.searchSummaries",
    trpc("ads.byId", { id: ID }),
    "/trpc/breeds.list",
    "/trpc/states.list",
  ];
  expect(new Set(urls.map((url) => describeCacheable(url)?.key)).size).toBe(urls.length);
});

it.each([
  "",
  "*",
  "//",
  "/Search",
  "/search/",
  "/search?breed=boxer",
  "/search?state=tx",
  "/search?cursor=x",
  "/search?pages=-1",
  "/search?breed=Boxer#top",
  "/search?breed=Boxer?state=TX",
  "/login",
  "/account",
  "/admin",
  "/checkout?tier=basic",
  "/privacy",
  `/ad/${ID.replace("8", "A")}`,
  `/ad/${ID}/`,
  `/ad/%30${ID.slice(1)}`,
  "/ad/x",
  "http://studbook.test/",
  "/api/ads?breed=boxer",
  "/api/ads?limit=0",
  "/api/ads?limit=201",
  "/api/ads?limit=1&limit=2",
  "/api/ads?limit=1.5",
  "/api/ads?cursor=x",
  `/api/ads?cursor=${CURSOR}&cursor=${CURSOR}`,
  `/api/ads?${"breed=Boxer&".repeat(11)}`,
  "/api/my-ads",
  "/api/auth/me",
  "/api/admin/users",
  "/trpc/auth.me",
  "/trpc/ads.mine",
  "/trpc/ads.search,ads.byId?batch=1",
  "/trpc/ads.search?batch=1&input=%7B%7D",
  "/trpc/ads.search?input=x",
  "/trpc/ads.search?input=null",
  "/trpc/ads.search?input=%5B%5D",
  trpc("ads.search", { other: 1 }),
  trpc("ads.search", { limit: "24" }),
  trpc("ads.search", { breed: { length: 1 } }),
  trpc("ads.byId", { id: ID, other: 1 }),
  trpc("ads.byId", { id: [ID] }),
  trpc("breeds.list", { other: 1 }),
  `/search?utm=${"x".repeat(1000)}`,
])("leaves %s to the usual way", (url) => {
  expect(describeCacheable(url)).toBeUndefined();
});

it.each([
  ["/api/ads?limit=200", "calls", 9],
  ["/api/ads/".concat(ID), "calls", 1],
  [trpc("ads.search", { limit: 25 }), "calls", 2],
  ["/search", "pages", 1],
  ["/search?pages=4", "pages", 4],
  ["/", "pages", 1],
])("counts %s toward the limit of %s as %d", (url, counter, cost) => {
  expect(describeCacheable(url)).toMatchObject({ counter, cost });
});

it("has few tags, whatever the number of breeds and states", () => {
  const query = (breeds: number, states: number) =>
    new URLSearchParams([
      ...BREEDS.slice(0, breeds).map((breed) => ["breed", breed]),
      ...STATE_CODES.slice(0, states).map((state) => ["state", state]),
    ]);
  expect(describeCacheable(`/api/ads?${query(10, 2)}`)?.tags).toHaveLength(20);
  expect(describeCacheable(`/api/ads?${query(10, 3)}`)?.tags).toEqual(["list-any-any"]);
});
