import { once } from "node:events";
import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { connectTo, sendRaw } from "../../test/raw-socket.ts";
import { buildTestApp, testConfig } from "../../test/test-app.ts";
import type { AppParts } from "../app.ts";
import type { Readiness } from "../http/readiness.ts";
import { createLogger } from "../log.ts";
import { registry } from "../metrics/metrics.ts";
import { CachedResponse } from "./cached-response.ts";
import { ResponseCache } from "./response-cache.ts";

const PATH = "/api/breeds";

let test: TestDb;
let cache: ResponseCache;
let app: FastifyInstance;
let lines: Record<string, unknown>[];
const logger = createLogger("info", { write: (line) => void lines.push(JSON.parse(line)) });

beforeAll(async () => {
  test = await createTestDb();
  cache = new ResponseCache({ maxBytes: 50_000_000, databaseUrl: test.url, logger });
});
afterEach(() => app.close());
afterAll(async () => {
  await cache.close();
  await test.drop();
});

async function open(parts: Partial<AppParts> = {}): Promise<string> {
  lines = [];
  app = await buildTestApp(test.db, { cache, logger, ...parts });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  await cache.freshness.catchUp();
  await (await fetch(url + PATH)).text();
  return url;
}

describe("a stored response", () => {
  it("counts toward the rate limit with all other requests, and is refused beyond it", async () => {
    const url = await open({ config: testConfig("on"), limits: { requests: { calls: 5 } } });
    const { hits } = cache;
    const left = async (path: string) => {
      const { status, headers } = await fetch(url + path);
      return [status, headers.get("ratelimit-remaining")];
    };
    expect(await left(PATH)).toEqual([200, "3"]);
    expect(await left("/api/ads?breed=unicorn&limit=1")).toEqual([400, "2"]);
    const responses = await Promise.all(Array.from({ length: 20 }, () => left(PATH)));
    expect(responses.filter(([status]) => status === 200)).toHaveLength(2);
    expect(responses.filter(([status]) => status === 429)).toHaveLength(18);
    expect(cache.hits - hits).toBe(3);
  });

  it("counts under the client's address behind a trusted proxy", async () => {
    const config = { ...testConfig("on"), trustProxy: ["127.0.0.1"] };
    const url = await open({ config, limits: { requests: { calls: 2 } } });
    const statusFor = async (address: string) =>
      (await fetch(url + PATH, { headers: { "x-forwarded-for": address } })).status;
    expect([await statusFor("192.0.2.1"), await statusFor("192.0.2.1")]).toEqual([200, 200]);
    expect([await statusFor("192.0.2.1"), await statusFor("192.0.2.2")]).toEqual([429, 200]);
  });

  it("is counted and logged like any other", async () => {
    const url = await open();
    lines = [];
    await registry.resetMetrics();
    const id = (await fetch(`${url}${PATH}?secret=1`)).headers.get("x-request-id");
    expect(lines).toMatchObject([
      {
        reqId: id,
        method: "GET",
        route: PATH,
        status: 200,
        ip: "127.0.0.1",
        url: PATH,
        msg: "request",
      },
    ]);
    expect(await registry.metrics()).toContain(
      `studbook_http_request_duration_seconds_count{route="${PATH}",method="GET",status="200"} 1`,
    );
  });

  it("is not sent while the server starts or drains", async () => {
    const readiness: Readiness = { state: "ready" };
    const url = await open({ readiness });
    const { hits } = cache;
    readiness.state = "draining";
    const response = await fetch(url + PATH);
    expect([response.status, response.headers.get("connection")]).toEqual([200, "close"]);
    readiness.state = "starting";
    expect((await fetch(url + PATH)).status).toBe(503);
    expect(cache.hits).toBe(hits);
  });

  it("is cut off if the client does not read it", async () => {
    await open({ limits: { readers: { stallMs: 200, checkIntervalMs: 20 } } });
    const body = Buffer.alloc(24 * 1024 * 1024);
    const validUntil = Number.POSITIVE_INFINITY;
    const large = new CachedResponse({
      status: 200,
      headers: {},
      etag: '""',
      body,
      tags: [],
      validUntil,
    });
    cache.store.set("/contact", large);
    const accepted = once(app.server, "connection");
    const client = (await connectTo(app)).pause().on("error", () => undefined);
    const [served] = await accepted;
    const closed = once(served, "close");
    client.write("GET /contact HTTP/1.1\r\nHost: studbook.test\r\n\r\n");
    await closed;
    expect(served.bytesWritten).toBeGreaterThan(0);
    cache.store.clear();
    client.destroy();
  });
});

describe("raw requests", () => {
  it("get one response each when pipelined, up to the limit of a connection", async () => {
    await open();
    const one = `GET ${PATH} HTTP/1.1\r\nHost: studbook.test\r\n\r\n`;
    const last = one.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
    const { status, body } = await sendRaw(app, one.repeat(4) + last);
    expect([status, body.split("HTTP/1.1 200 ").length]).toEqual([200, 5]);
  });

  it("in HTTP/1.0 close the connection, and need no Host header", async () => {
    await open();
    const { status, headers } = await sendRaw(app, `GET ${PATH} HTTP/1.0\r\n\r\n`);
    expect(status).toBe(200);
    expect(headers).toMatch(/\r\nConnection: close/i);
  });

  it.each([
    ["no Host header", `GET ${PATH} HTTP/1.1\r\nConnection: close\r\n\r\n`, 400],
    [
      "two lengths",
      `GET ${PATH} HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 44\r\n\r\n`,
      400,
    ],
    [
      "a length and chunks",
      `GET ${PATH} HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ["a bare line feed", `GET ${PATH} HTTP/1.1\nHost: a\n\n`, 400],
    ["a space before the colon", `GET ${PATH} HTTP/1.1\r\nHost : a\r\n\r\n`, 400],
  ])("with %s are refused", async (_name, text, status) => {
    await open();
    const { hits } = cache;
    expect((await sendRaw(app, text)).status).toBe(status);
    expect(cache.hits).toBe(hits);
  });

  it("cannot hide a second request in the body of the first", async () => {
    await open();
    const hidden = "GET /api/my-ads HTTP/1.1\r\nHost: a\r\n\r\n";
    const text =
      `GET ${PATH} HTTP/1.1\r\nHost: a\r\nContent-Length: ${hidden.length}\r\n` +
      `Connection: close\r\n\r\n${hidden}`;
    const { status, body } = await sendRaw(app, text);
    expect(status).toBe(200);
    expect(body).not.toContain("HTTP/1.1");
  });
});
