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

/** Every error leaves as `{ error, code }`, or as tRPC has it, with a code of the closed list. */
function expectKnownError(what: string, status: number, body: string): void {
  const { error, code } = readError(body);
  expect([what, error]).toEqual([what, expect.stringMatching(/^[A-Z]/)]);
  expect([what, code, status]).toEqual([what, code, STATUSES.get(code)]);
}

function readError(body: string): { error: unknown; code: string } {
  const json = JSON.parse(body);
  const first = Array.isArray(json) ? json[0] : json;
  const told = first.error?.data ? { error: first.error.message, ...first.error.data } : first;
  return { error: told.error, code: String(told.code) };
}

const json = "Content-Type: application/json";
const chunked = "Transfer-Encoding: chunked";

const REQUESTS: [what: string, start: string, headers?: string[], body?: string][] = [
  ["a malformed path of a procedure", "GET /trpc/%25"],
  ["a malformed path of a batch", "GET /trpc/%25,%25?batch=1"],
  ["a path that is encoded twice", "GET /trpc/ads%252Esearch"],
  ["a bare percent sign", "GET /trpc/%"],
  ["an overlong character", "GET /trpc/%c0%80"],
  ["no procedure", "GET /trpc/"],
  ["several parts", "GET /trpc/a/b"],
  ["a prototype's name", "GET /trpc/__proto__"],
  ["a prototype's name in a path", "GET /trpc/ads.constructor"],
  ["an input that is not JSON", "GET /trpc/ads.search?input=%7B"],
  ["a batch of too many", `GET /trpc/${"ads.search,".repeat(20)}?batch=1`],
  ["a batch whose input is no object", "GET /trpc/ads.search?batch=1&input=1"],
  ["queries and mutations in one batch", "GET /trpc/ads.search,auth.logout?batch=1"],
  ["a query as a mutation", "POST /trpc/ads.search", [json], "{}"],
  ["a very long id", `GET /api/ads/${LONG}`],
  ["a very long procedure", `GET /trpc/${LONG}`],
  ["a very long photo", `GET /photos/${LONG}/320.webp`],
  ["no route", "GET /api/none"],
  ["no page", "GET /none"],
  ["a traversal", "GET /photos/..%2f..%2fpackage.json/320.webp"],
  ["a whole address", "GET http://elsewhere.example/api/none"],
  ["an address that is no path", "GET ftp://elsewhere.example/"],
  ["an asterisk", "OPTIONS *"],
  ["QUERY", "QUERY /api/ads"],
  ["TRACE", "TRACE /trpc/ads.search"],
  ["PROPFIND", "PROPFIND /api/ads"],
  ["a foreign origin", "POST /api/logout", ["Origin: https://evil.example"]],
  ["a type without a subtype", "POST /api/login", ["Content-Type: json"], "{}"],
  ["an empty type", "POST /api/login", ["Content-Type: "], "{}"],
  ["no type", "POST /api/login", [], "{}"],
  ["no type under /trpc", "POST /trpc/auth.login", [], "{}"],
  ["another type", "POST /api/login", ["Content-Type: text/csv"], "a"],
  ["a relative of JSON", "POST /api/login", ["Content-Type: application/json-patch+json"], "{}"],
  ["a form", "POST /api/login", ["Content-Type: application/x-www-form-urlencoded"], "a=b"],
  ["malformed JSON", "POST /api/login", [json], "{"],
  ["malformed JSON under /trpc", "POST /trpc/auth.login", [json], "{"],
  ["JSON with a prototype", "POST /api/login", [json], '{"__proto__":1}'],
  ["JSON that is no object", "POST /trpc/auth.login", [json], "1"],
  ["malformed JSON to no route", "POST /none", [json], "{"],
  ["an unsigned event", "POST /api/stripe/webhook", [json], "{}"],
  ["an encoded body", "POST /api/login", [json, "Content-Encoding: gzip"], "{}"],
  ["a body larger than is taken", "POST /api/login", [json], `"${"a".repeat(70_000)}"`],
  ["an expectation", "GET /api/none", ["Expect: the-unexpected"]],
  ["a malformed Host", "GET /trpc/none", ["Host: a:b@c:d"]],
  ["a parameter given twice", "GET /api/ads?limit=1&limit=2"],
  ["a stream of calls", "GET /trpc/ads.none", ["Accept: application/jsonl"]],
  ["parameters of a connection", "GET /trpc/ads.none?connectionParams=%7B"],
  ["an upload without a session", "POST /api/upload-images", [json], "{}"],
];

describe("a malformed request", () => {
  it.each(REQUESTS)(
    "with %s is told what is wrong",
    async (what, start, headers = [], body = "") => {
      const lines = [`${start} HTTP/1.1`, "Connection: close", ...headers];
      if (!headers.some((header) => header.startsWith("Host"))) lines.push("Host: studbook.test");
      if (body) lines.push(`Content-Length: ${body.length}`);
      const answer = await sendRaw(app, `${lines.join("\r\n")}\r\n\r\n${body}`);
      expectKnownError(what, answer.status, answer.body);
    },
  );

  it.each([
    ["no HTTP", "HELO there\r\n\r\n", 400],
    ["no Host", "GET /api/ads HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
    [
      "headers that are too large",
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${"a".repeat(20_000)}\r\n\r\n`,
      431,
    ],
    ["an address that is too large", `GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
    [
      "two lengths",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
      400,
    ],
    ["a negative length", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400],
    [
      "a length and chunks",
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n${chunked}\r\n\r\n`,
      400,
    ],
    [
      "a chunk without a length",
      `POST /api/login HTTP/1.1\r\nHost: a\r\n${json}\r\n${chunked}\r\n\r\nz\r\n`,
      400,
    ],
    ["a header without a name", "GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n", 400],
    ["a later HTTP", "GET / HTTP/9.9\r\nHost: a\r\n\r\n", 400],
  ])("with %s is told so", async (_what, text, status) => {
    const answer = await sendRaw(app, text);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toMatchObject({
      error: expect.stringMatching(/^[A-Z].*\.$/),
      code: "BAD_REQUEST",
    });
    expect(answer.headers).toMatch(/^x-content-type-options: nosniff$/im);
    expect(answer.headers).toMatch(/^cache-control: no-store$/im);
  });

  it("is told that it was too many, under every prefix", async () => {
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
