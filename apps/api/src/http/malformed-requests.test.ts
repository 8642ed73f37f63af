import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import { ERROR_STATUS } from "@studbook/domain/errors";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendRaw } from "../../test/raw-socket.ts";
import { buildTestApp, testConfig } from "../../test/test-app.ts";

let test: TestDb;
let app: FastifyInstance;
beforeAll(async () => {
  test = await createTestDb();
  app = await buildTestApp(test.db);
  await app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await app.close();
  await test.drop();
});

const STATUSES = new Map<string, number>(Object.entries(ERROR_STATUS));
const LONG = "a".repeat(10_000);

/** Expects `{ error, code }`, or tRPC's shape, with a documented code that matches the status. */
function expectKnownError(what: string, status: number, body: string): void {
  const { error, code } = readError(body);
  expect([what, error]).toEqual([what, expect.stringMatching(/^[A-Z]/)]);
  expect([what, code, status]).toEqual([what, code, STATUSES.get(code)]);
}

function readError(body: string): { error: unknown; code: string } {
  const json = JSON.parse(body);
  const first = Array.isArray(json) ? json[0] : json;
  const shown = first.error?.data ? { error: first.error.message, ...first.error.data } : first;
  return { error: shown.error, code: String(shown.code) };
}

const json = "Content-Type: application/json";
const chunked = "Transfer-Encoding: chunked";

const REQUESTS: [what: string, start: string, headers?: string[], body?: string][] = [
  ["a malformed procedure path", "GET /trpc/%25"],
  ["a malformed batch path", "GET /trpc/%25,%25?batch=1"],
  ["a doubly encoded path", "GET /trpc/ads%252Esearch"],
  ["a bare percent sign", "GET /trpc/%"],
  ["an overlong UTF-8 sequence", "GET /trpc/%c0%80"],
  ["no procedure", "GET /trpc/"],
  ["several path segments", "GET /trpc/a/b"],
  ["a prototype's name", "GET /trpc/__proto__"],
  ["a prototype's name in a path", "GET /trpc/ads.constructor"],
  ["an input that is not JSON", "GET /trpc/ads.search?input=%7B"],
  ["a batch of too many calls", `GET /trpc/${"ads.search,".repeat(20)}?batch=1`],
  ["a batch whose input is not an object", "GET /trpc/ads.search?batch=1&input=1"],
  ["queries and mutations in one batch", "GET /trpc/ads.search,auth.logout?batch=1"],
  ["a query called as a mutation", "POST /trpc/ads.search", [json], "{}"],
  ["a very long ID", `GET /api/ads/${LONG}`],
  ["a very long procedure", `GET /trpc/${LONG}`],
  ["a very long photo path", `GET /photos/${LONG}/320.webp`],
  ["an unknown route", "GET /api/none"],
  ["an unknown page", "GET /none"],
  ["a path traversal", "GET /photos/..%2f..%2fpackage.json/320.webp"],
  ["an absolute URL", "GET http://elsewhere.example/api/none"],
  ["a URL of another scheme", "GET ftp://elsewhere.example/"],
  ["an asterisk", "OPTIONS *"],
  ["QUERY", "QUERY /api/ads"],
  ["TRACE", "TRACE /trpc/ads.search"],
  ["PROPFIND", "PROPFIND /api/ads"],
  ["a foreign origin", "POST /api/logout", ["Origin: https://evil.example"]],
  ["a content type without a subtype", "POST /api/login", ["Content-Type: json"], "{}"],
  ["an empty content type", "POST /api/login", ["Content-Type: "], "{}"],
  ["no content type", "POST /api/login", [], "{}"],
  ["no content type under /trpc", "POST /trpc/auth.login", [], "{}"],
  ["another content type", "POST /api/login", ["Content-Type: text/csv"], "a"],
  ["JSON Patch", "POST /api/login", ["Content-Type: application/json-patch+json"], "{}"],
  ["a form", "POST /api/login", ["Content-Type: application/x-www-form-urlencoded"], "a=b"],
  ["malformed JSON", "POST /api/login", [json], "{"],
  ["malformed JSON under /trpc", "POST /trpc/auth.login", [json], "{"],
  ["JSON with a prototype", "POST /api/login", [json], '{"__proto__":1}'],
  ["JSON that is not an object", "POST /trpc/auth.login", [json], "1"],
  ["malformed JSON to an unknown route", "POST /none", [json], "{"],
  ["an unsigned event", "POST /api/stripe/webhook", [json], "{}"],
  ["an encoded body", "POST /api/login", [json, "Content-Encoding: gzip"], "{}"],
  ["a body that is too large", "POST /api/login", [json], `"${"a".repeat(70_000)}"`],
  ["an expectation", "GET /api/none", ["Expect: the-unexpected"]],
  ["a malformed Host", "GET /trpc/none", ["Host: a:b@c:d"]],
  ["a repeated parameter", "GET /api/ads?limit=1&limit=2"],
  ["a request for a stream", "GET /trpc/ads.none", ["Accept: application/jsonl"]],
  ["connection parameters", "GET /trpc/ads.none?connectionParams=%7B"],
  ["an upload without a session", "POST /api/upload-images", [json], "{}"],
];

describe("a malformed request", () => {
  it.each(REQUESTS)(
    "gets an error that explains %s",
    async (what, start, headers = [], body = "") => {
      const lines = [`${start} HTTP/1.1`, "Connection: close", ...headers];
      if (!headers.some((header) => header.startsWith("Host"))) lines.push("Host: studbook.test");
      if (body) lines.push(`Content-Length: ${body.length}`);
      const response = await sendRaw(app, `${lines.join("\r\n")}\r\n\r\n${body}`);
      expectKnownError(what, response.status, response.body);
    },
  );

  it.each([
    ["not HTTP", "HELO there\r\n\r\n", 400],
    ["no Host", "GET /api/ads HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
    ["headers too large", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"a".repeat(20_000)}\r\n\r\n`, 431],
    ["a URL that is too long", `GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
    [
      "two Content-Length headers",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
      400,
    ],
    ["a negative Content-Length", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400],
    [
      "both Content-Length and chunked encoding",
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n${chunked}\r\n\r\n`,
      400,
    ],
    [
      "a chunk without a size",
      `POST /api/login HTTP/1.1\r\nHost: a\r\n${json}\r\n${chunked}\r\n\r\nz\r\n`,
      400,
    ],
    ["a header without a name", "GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n", 400],
    ["an unknown HTTP version", "GET / HTTP/9.9\r\nHost: a\r\n\r\n", 400],
  ])("gets a JSON error: %s", async (_what, text, status) => {
    const response = await sendRaw(app, text);
    expect(response.status).toBe(status);
    expect(JSON.parse(response.body)).toMatchObject({
      error: expect.stringMatching(/^[A-Z].*\.$/),
      code: "BAD_REQUEST",
    });
    expect(response.headers).toMatch(/^x-content-type-options: nosniff$/im);
    expect(response.headers).toMatch(/^cache-control: no-store$/im);
  });

  it("gets a 429 under every prefix when it is over the rate limit", async () => {
    const requests = { calls: 0, pages: 0, files: 0 };
    const limited = await buildTestApp(test.db, { config: testConfig("on"), limits: { requests } });
    const paths = [
      "/api/ads",
      "/api/none",
      "/trpc/ads.search",
      "/trpc/none/at/all",
      "/none",
      "/photos/a/b",
    ];
    for (const path of paths) {
      const { statusCode, body } = await limited.inject(path);
      expect([path, statusCode]).toEqual([path, 429]);
      expectKnownError(path, statusCode, body);
    }
    await limited.close();
  });
});
