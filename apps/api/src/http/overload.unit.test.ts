import cookie from "@fastify/cookie";
import fastify, { type FastifyInstance, type InjectOptions } from "fastify";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { registerErrorHandler } from "./error-handler.ts";
import { refuseOverload } from "./overload.ts";
import type { Readiness } from "./readiness.ts";

const CRAWLER = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
/** Even for a burst. */
const TOO_LONG_MS = 5000;
const GUEST = { lane: "anonymous", owner: "192.0.2.1" } as const;
const READ = { method: "GET", url: "/api/ads" } as const;

let app: FastifyInstance;
const readiness: { state: Readiness["state"] } = { state: "ready" };
/** How long every request would have to wait. */
let waitMs = 0;
let acceptRead: ReturnType<typeof refuseOverload>;
beforeAll(async () => {
  app = fastify();
  await app.register(cookie);
  registerErrorHandler(app);
  const slots = {
    predictWaitMs: () => waitMs,
    predictAnonymousWaitMs: () => waitMs,
    canReadSoon: () => waitMs <= 50,
  };
  const limits = { crawler: 100, read: 200, change: 300, "sign-in": 400, payment: 500 };
  const site = { publicUrl: "http://studbook.test", trustProxy: [] };
  acceptRead = refuseOverload(app, { site, slots, readiness }, limits);
  for (const url of [
    "/api/ads",
    "/api/login",
    "/api/stripe/webhook",
    "/trpc/:path",
    "/livez",
    "/*",
  ]) {
    app.route({ method: ["GET", "HEAD", "POST"], url, handler: async () => "served" });
  }
});
afterAll(() => app.close());

const send = async (predictedMs: number, options: InjectOptions) => {
  waitMs = predictedMs;
  return await app.inject(options);
};

// No wait was short before, so these are no bursts.
describe.each([
  ["crawler", 100, { url: "/search", headers: { "user-agent": CRAWLER } }],
  ["read", 200, READ],
  ["change", 300, { method: "POST", url: "/api/ads" }],
  ["sign-in", 400, { method: "POST", url: "/api/login" }],
  ["sign-in over tRPC", 400, { method: "POST", url: "/trpc/auth.login" }],
  ["webhook", 500, { method: "POST", url: "/api/stripe/webhook" }],
  ["confirmation", 500, { method: "POST", url: "/trpc/payments.confirmMembership" }],
] as const)("a %s", (_, limitMs, options) => {
  it("is served while the wait is within its limit", async () => {
    expect((await send(limitMs - 20, options)).body).toBe("served");
  });

  it("is refused at once beyond it", async () => {
    const response = await send(limitMs + 1, options);
    expect(response.statusCode).toBe(503);
    expect(response.headers["retry-after"]).toBe("2");
    expect(response.headers["cache-control"]).toBe("no-store");
  });
});

describe("a burst", () => {
  let now = 0;
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    // Long after the refusals of the test before. The clock starts at 0.
    now += 10_000_000;
    vi.advanceTimersByTime(now);
    expect((await send(0, READ)).body).toBe("served");
  });
  afterEach(() => vi.useRealTimers());

  it("lets requests wait 1.75 s longer, until no wait has been short for 6 s", async () => {
    vi.advanceTimersByTime(5900);
    expect((await send(1940, READ)).body).toBe("served");
    expect((await send(1960, READ)).statusCode).toBe(503);
    vi.advanceTimersByTime(200);
    expect((await send(210, READ)).statusCode).toBe(503);
  });

  it("begins with a read that does not pass through Fastify, too", async () => {
    vi.advanceTimersByTime(6100);
    waitMs = 60;
    expect(acceptRead(GUEST)).toBe(false);
    expect((await send(210, READ)).statusCode).toBe(503);
    vi.advanceTimersByTime(1100);
    waitMs = 50;
    expect(acceptRead(GUEST)).toBe(true);
    expect((await send(1940, READ)).body).toBe("served");
  });

  it("goes on while it refuses no more requests than it accepts", async () => {
    for (let count = 0; count < 100; count++) {
      expect((await send(1960, READ)).statusCode).toBe(503);
      expect((await send(1940, READ)).body).toBe("served");
    }
  });

  it("ends when it refuses more, until the wait is short and nothing was refused for 1 s", async () => {
    for (let count = 0; count < 51; count++) {
      expect((await send(1960, READ)).statusCode).toBe(503);
    }
    expect((await send(210, READ)).statusCode).toBe(503);
    vi.advanceTimersByTime(900);
    expect((await send(50, READ)).body).toBe("served");
    expect((await send(1940, READ)).statusCode).toBe(503);
    vi.advanceTimersByTime(1100);
    expect((await send(50, READ)).body).toBe("served");
    expect((await send(1940, READ)).body).toBe("served");
  });
});

it("refuses in the usual way if a body could follow, or the connection must be closed", async () => {
  const usual = { ...READ, headers: { "content-length": "5" }, payload: "hello" };
  const early = await send(TOO_LONG_MS, READ);
  expect(early.headers).toHaveProperty("x-request-id");
  for (const [state, options] of [
    ["ready", usual],
    ["draining", READ],
  ] as const) {
    readiness.state = state;
    const response = await send(TOO_LONG_MS, options);
    expect(response.statusCode).toBe(503);
    // This app has no hook that adds it.
    expect(response.headers).not.toHaveProperty("x-request-id");
  }
  readiness.state = "ready";
});

it("never refuses health checks", async () => {
  expect((await send(1_000_000, { method: "GET", url: "/livez" })).statusCode).toBe(200);
});

it("tells programs, tRPC clients and people in their own way", async () => {
  const rest = await send(TOO_LONG_MS, READ);
  expect(rest.json()).toMatchObject({ code: "BUSY", error: expect.stringMatching(/very busy/) });
  const trpc = await send(TOO_LONG_MS, { method: "GET", url: "/trpc/ads.search" });
  expect(trpc.json()).toMatchObject({ error: { data: { code: "BUSY", httpStatus: 503 } } });
  const page = await send(TOO_LONG_MS, { method: "GET", url: "/search" });
  expect(page.headers["content-type"]).toMatch("text/html");
  expect(page.body).toContain(
    "<h1>Studbook is very busy</h1>\n<p>Please try again in a moment.</p>",
  );
  const head = await send(TOO_LONG_MS, { method: "HEAD", url: "/search" });
  expect([head.statusCode, head.body]).toEqual([503, ""]);
});
