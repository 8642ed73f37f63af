import { randomUUID } from "node:crypto";
import { createDb } from "@studbook/db/client";
import { createAd } from "@studbook/db/test/factories";
import { SAMPLE_AD_IDS, SAMPLE_PHOTO_IDS } from "@studbook/domain/samples";
import type { InjectOptions } from "fastify";
import { describe, expect, it } from "vitest";
import { buildTestApp, createAdmin, createMember, testConfig } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import type { RequestLimits } from "./rate-limit.ts";

const site = useTestApp();

const PHOTO = `/photos/${SAMPLE_PHOTO_IDS.flat()[0]}/320.webp`;
const AD = `/api/ads/${SAMPLE_AD_IDS[0]}`;
const input = (value: unknown) => encodeURIComponent(JSON.stringify(value));

const OPEN_READS = [
  "/api/ads?breed=Boxer",
  AD,
  "/api/breeds",
  "/api/states",
  "/api/payments/config",
  "/api/openapi.json",
  PHOTO,
  "/trpc/ads.search",
  `/trpc/ads.byId?input=${input({ id: SAMPLE_AD_IDS[0] })}`,
  `/trpc/legal.page?input=${input({ name: "terms" })}`,
  `/trpc/ads.search,ads.byId?batch=1&input=${input({ 0: {}, 1: { id: SAMPLE_AD_IDS[0] } })}`,
];

const FROM_ELSEWHERE = {
  origin: "https://elsewhere.example",
  "sec-fetch-site": "cross-site",
  "sec-fetch-mode": "cors",
};

async function send(request: InjectOptions & { url: string }, app = site.app) {
  const headers = { ...FROM_ELSEWHERE, ...request.headers };
  const { statusCode: status, headers: sent } = await app.inject({ ...request, headers });
  return {
    status,
    origin: sent["access-control-allow-origin"],
    exposed: String(sent["access-control-expose-headers"] ?? "").toLowerCase(),
    policy: sent["cross-origin-resource-policy"],
    headers: sent,
  };
}

const isOpen = { origin: "*", policy: "cross-origin" };
const isClosed = { origin: undefined, exposed: "", policy: "same-origin" };

describe("a page of another origin", () => {
  it.each(OPEN_READS)("may read %s and its headers", async (url) => {
    const get = await send({ url });
    expect(get).toMatchObject({ status: 200, ...isOpen });
    expect(get.headers["access-control-allow-credentials"]).toBeUndefined();
    for (const name of ["x-total-count", "link", "etag", "retry-after", "x-request-id"]) {
      expect(get.exposed.split(", ")).toContain(name);
    }
    expect(await send({ method: "HEAD", url })).toMatchObject(isOpen);
    const { etag } = get.headers;
    if (!etag) return;
    const again = await send({ url, headers: { "if-none-match": String(etag) } });
    expect(again).toMatchObject({ status: 304, ...isOpen });
  });

  it.each([
    ["/api/ads?breed=Dragon", 400],
    ["/api/ads?limit=0", 400],
    [`/api/ads/${randomUUID()}`, 404],
    [`/photos/${randomUUID()}/320.webp`, 404],
    ["/photos/none/1.webp", 404],
    [`/trpc/ads.search?input=${input({ limit: 0 })}`, 400],
    [`/trpc/ads.byId?input=${input({ id: "none" })}`, 404],
  ])("may read the refusal of %s", async (url, status) => {
    expect(await send({ url })).toMatchObject({ status, ...isOpen });
  });

  it.each(OPEN_READS)("may read that a server is starting: %s", async (url) => {
    const app = await buildTestApp(site.db, { readiness: { state: "starting" } });
    expect(await send({ url }, app)).toMatchObject({ status: 503, ...isOpen });
    expect(await send({ method: "OPTIONS", url }, app)).toMatchObject({ status: 204, ...isOpen });
    await app.close();
  });

  it("may read that the database is unreachable", async () => {
    const db = createDb({
      url: "postgres://nobody@127.0.0.1:9/none",
      connectTimeoutMs: 500,
      onPoolError: () => undefined,
    });
    const app = await buildTestApp(db);
    for (const url of ["/api/ads", "/trpc/ads.search"]) {
      const { headers, ...cut } = await send({ url }, app);
      expect(cut).toMatchObject({ status: 503, ...isOpen });
      expect(headers["retry-after"]).toBeDefined();
    }
    await app.close();
    await db.destroy();
  });

  it.each([
    ["GET", "/api/auth/me", 401],
    ["GET", "/api/my-ads", 401],
    ["GET", "/api/signup/name?username=someone", 200],
    ["GET", "/api/docs", 200],
    ["GET", "/api/nowhere", 404],
    ["GET", "/livez", 200],
    ["GET", "/trpc/auth.me", 200],
    ["GET", "/trpc/ads.search,auth.me?batch=1&input={}", 200],
    ["GET", "/trpc/ads.mine", 401],
    ["GET", "/trpc/ads.create", 405],
    ["GET", "/trpc/", 404],
    ["POST", "/api/ads", 403],
    ["POST", "/trpc/ads.search", 403],
    ["POST", "/trpc/ads.create", 403],
    ["PATCH", AD, 403],
    ["DELETE", AD, 403],
    ["DELETE", "/api/breeds", 403],
    ["OPTIONS", "/api/my-ads", 403],
    ["OPTIONS", "/api/login", 403],
    ["OPTIONS", "/trpc/auth.login", 403],
    ["OPTIONS", "/trpc/ads.search,ads.create?batch=1", 403],
  ] as const)("may not read %s %s", async (method, url, status) => {
    expect(await send({ method, url })).toMatchObject({ status, ...isClosed });
  });
});

describe("an ad that its owner or an admin reads", () => {
  it("is for Studbook's own pages only, over REST and tRPC", async () => {
    const owner = await createMember(site.db);
    const admin = await createAdmin(site.db);
    const { id } = await createAd(site.db, owner.id);
    const urls = [
      `/api/ads/${id}`,
      `/trpc/ads.byId?input=${input({ id })}`,
      `/trpc/ads.byId,ads.search?batch=1&input=${input({ 0: { id }, 1: {} })}`,
    ];
    for (const url of urls) {
      for (const { cookie } of [owner, admin]) {
        const own = await send({ url, headers: { cookie } });
        expect(own).toMatchObject({ status: 200, ...isClosed });
      }
      expect(await send({ url })).toMatchObject({ status: 200, ...isOpen });
    }
  });
});

describe("a preflight", () => {
  it("is answered under overload, when all reads are refused", async () => {
    const app = await buildTestApp(site.db, {
      limits: { overload: { read: Number.NEGATIVE_INFINITY } },
    });
    try {
      expect((await send({ url: AD }, app)).status).toBe(503);
      expect((await send({ ...preflight, url: AD }, app)).status).toBe(204);
    } finally {
      await app.close();
    }
  });

  const preflight = {
    method: "OPTIONS",
    headers: { "access-control-request-method": "GET" },
  } as const;

  it.each(OPEN_READS)("is answered: %s", async (url) => {
    const { status, origin, headers } = await send({ ...preflight, url });
    expect([status, origin]).toEqual([204, "*"]);
    expect(headers).toMatchObject({
      "access-control-allow-methods": "GET, HEAD",
      "access-control-allow-headers": "Content-Type, If-None-Match",
      "access-control-max-age": "86400",
    });
  });

  const withLimits = async <T>(
    requests: Partial<RequestLimits>,
    work: (app: typeof site.app) => Promise<T>,
  ) => {
    const app = await buildTestApp(site.db, { config: testConfig("on"), limits: { requests } });
    try {
      return await work(app);
    } finally {
      await app.close();
    }
  };

  it("does not count as a call, and is answered over the limit of calls, which is readable", async () => {
    await withLimits({ calls: 10 }, async (app) => {
      const preflights = Array.from({ length: 30 }, () => send({ ...preflight, url: AD }, app));
      expect(new Set((await Promise.all(preflights)).map(({ status }) => status))).toEqual(
        new Set([204]),
      );
      const reads = await Promise.all(Array.from({ length: 11 }, () => send({ url: AD }, app)));
      expect(reads.filter(({ status }) => status === 200)).toHaveLength(10);
      const refused = reads.find(({ status }) => status === 429);
      expect(refused).toMatchObject(isOpen);
      expect(refused?.headers["retry-after"]).toMatch(/^\d+$/);
      expect((await send({ ...preflight, url: AD }, app)).status).toBe(204);
    });
  });

  it("has a limit of its own", async () => {
    await withLimits({ preflights: 5 }, async (app) => {
      const sent = await Promise.all(
        Array.from({ length: 7 }, () => send({ ...preflight, url: AD }, app)),
      );
      expect(sent.map(({ status }) => status).sort()).toEqual([204, 204, 204, 204, 204, 429, 429]);
    });
  });
});
