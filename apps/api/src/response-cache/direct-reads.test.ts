import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createAd, createUser } from "@studbook/db/test/factories";
import { createTestDb, runSql, type TestDb } from "@studbook/db/test/test-db";
import type { FastifyInstance } from "fastify";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildTestApp, createMember, testConfig } from "../../test/test-app.ts";
import { procedures } from "../metrics/metrics.ts";
import { ResponseCache } from "./response-cache.ts";

const HANDLER_START = "tracing:fastify.request.handler:start";
const PER_RESPONSE = ["date", "x-request-id", "ratelimit-remaining", "ratelimit-reset"];
const CALLS = 1000;

/** Generous, for a busy machine. */
const WAIT = { timeout: 20_000 };

let test: TestDb;
let cache: ResponseCache;
let app: FastifyInstance;
let url: string;
/** Makes all responses the usual way. */
let usual: FastifyInstance;
let usualUrl: string;
let ids: string[];

/** The requests that reached a handler of Fastify. */
let handled = 0;
const countHandled = () => void handled++;

beforeAll(async () => {
  test = await createTestDb();
  const logger = pino({ level: "silent" });
  cache = new ResponseCache({ maxBytes: 10_000_000, databaseUrl: test.url, logger });
  const config = { ...testConfig("on"), sharedCacheSeconds: 60 };
  const limits = { requests: { calls: CALLS } };
  app = await buildTestApp(test.db, { cache, config, limits });
  usual = await buildTestApp(test.db, { config, limits });
  url = await app.listen({ port: 0, host: "127.0.0.1" });
  usualUrl = await usual.listen({ port: 0, host: "127.0.0.1" });
  const owner = await createUser(test.db);
  const ads = [];
  for (const studFee of [1, 2, 3]) {
    ads.push(await createAd(test.db, owner.id, { studFee, breed: "Pug", state: "TX" }));
  }
  ids = ads.map((ad) => ad.id);
  await cache.freshness.catchUp();
  subscribe(HANDLER_START, countHandled);
});
afterAll(async () => {
  unsubscribe(HANDLER_START, countHandled);
  await Promise.all([app.close(), usual.close()]);
  await cache.close();
  await test.drop();
});
beforeEach(() => {
  cache.store.clear();
  handled = 0;
});

async function get(path: string, from = url, headersSent: Record<string, string> = {}) {
  const before = handled;
  const response = await fetch(from + path, { headers: headersSent });
  const body = await response.text();
  const headers = [...response.headers].filter(([name]) => !PER_RESPONSE.includes(name));
  const left = Number(response.headers.get("ratelimit-remaining"));
  const { status } = response;
  return { response: { status, body, headers }, isDirect: handled === before, left };
}

async function countSearches(): Promise<number> {
  const { values } = await procedures.get();
  return values
    .filter(({ metricName }) => metricName === "studbook_procedure_duration_seconds_count")
    .filter(({ labels }) => labels.procedure === "ads.search")
    .reduce((sum, { value }) => sum + value, 0);
}

const trpc = (procedure: string, input: object) =>
  `/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;

describe("a read without Fastify", () => {
  it.each([
    [
      "REST search",
      () => [
        "/api/ads?limit=2",
        "/api/ads?x=1&state=TX&limit=2&breed=Pug",
        "/api/ads?breed=Akita",
        "/api/ads?breed=Pug&breed=Pug&state=TX&state=TX&limit=50",
      ],
    ],
    [
      "tRPC search",
      () => [
        trpc("ads.search", {}),
        trpc("ads.search", { breed: ["Pug"], limit: 1 }),
        trpc("ads.search", { breed: ["Pug", "Pug"] }),
      ],
    ],
    [
      "tRPC summaries",
      () => [
        trpc("ads.searchSummaries", {}),
        trpc("ads.searchSummaries", { state: "TX" }),
        trpc("ads.searchSummaries", { state: ["TX", "TX"] }),
      ],
    ],
    ["REST ad", () => ids.map((id) => `/api/ads/${id}`)],
    ["tRPC ad", () => ids.map((id) => trpc("ads.byId", { id }))],
  ])("has the status, headers and body that Fastify would send: %s", async (_name, listPaths) => {
    const [first = "", ...others] = listPaths();
    // Teaches the headers.
    await get(first);
    cache.store.clear();
    for (const path of [first, ...others]) {
      const direct = await get(path);
      expect(direct.isDirect, path).toBe(true);
      const expected = await get(path, usualUrl);
      expect(expected.isDirect).toBe(false);
      expect(direct.response, path).toEqual(expected.response);
      const hits = cache.hits;
      expect((await get(path)).response).toEqual(direct.response);
      expect(cache.hits).toBe(hits + 1);
    }
  });

  it("counts toward the rate limit once, and also if it takes the usual way after all", async () => {
    await get(`/api/ads/${ids[0]}`);
    cache.store.clear();
    const direct = await get(`/api/ads/${ids[0]}`);
    const missing = await get("/api/ads/00000000-0000-4000-8000-000000000000");
    expect([direct.isDirect, missing.isDirect, missing.response.status]).toEqual([
      true,
      false,
      404,
    ]);
    expect(missing.left).toBe(direct.left - 1);
  });

  it("takes the usual way with a session, whose changes a replica may not have yet", async () => {
    const { cookie } = await createMember(test.db);
    await get("/api/ads?limit=2");
    cache.store.clear();
    expect((await get("/api/ads?limit=2", url, { cookie })).isDirect).toBe(false);
    cache.store.clear();
    expect((await get("/api/ads?limit=2", url, { cookie: "theme=dark" })).isDirect).toBe(true);
  });

  it("is not read beyond the rate limit", async () => {
    const limits = { requests: { calls: 2 } };
    const strict = await buildTestApp(test.db, { cache, config: testConfig("on"), limits });
    try {
      const strictUrl = await strict.listen({ port: 0, host: "127.0.0.1" });
      await get("/api/ads?limit=1", strictUrl);
      cache.store.clear();
      expect((await get("/api/ads?limit=2", strictUrl)).isDirect).toBe(true);
      const before = await countSearches();
      expect((await get("/api/ads?limit=3", strictUrl)).response.status).toBe(429);
      expect(await countSearches()).toBe(before);
    } finally {
      await strict.close();
    }
  });

  it("is counted like a call of its procedure", async () => {
    await get("/api/ads?limit=1");
    cache.store.clear();
    const before = await countSearches();
    expect((await get("/api/ads?limit=1")).isDirect).toBe(true);
    expect(await countSearches()).toBe(before + 1);
  });

  it("takes the usual way if the database makes it wait", async () => {
    await get("/api/ads?limit=1");
    cache.store.clear();
    const waiting: ReturnType<typeof get>[] = [];
    await test.db.transaction().execute(async (tx) => {
      await runSql(tx, "lock table ads in access exclusive mode");
      waiting.push(get("/api/ads?limit=1"));
      await expect.poll(() => handled, WAIT).toBe(1);
      waiting.push(get("/api/ads?limit=3"));
      await expect.poll(() => handled, WAIT).toBe(2);
    });
    const statuses = (await Promise.all(waiting)).map(({ response }) => response.status);
    expect(statuses).toEqual([200, 200]);
    const isDirect = async () => {
      cache.store.clear();
      return (await get("/api/ads?limit=1")).isDirect;
    };
    await expect.poll(isDirect, WAIT).toBe(true);
  });
});
