import fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, it } from "vitest";
import { tooBusy } from "../gate.ts";
import { registry } from "../metrics/metrics.ts";
import { interceptRequests } from "./intercept-requests.ts";
import { anonymousKeyOf } from "./queue-key.ts";
import { type AnonymousRead, createReadRefusals } from "./read-refusals.ts";

const SITE = { publicUrl: "http://studbook.test", trustProxy: ["loopback"] };
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const CRAWLER = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

let app: FastifyInstance;
let origin: string;
/** The requests that reached Fastify. */
let routed: string[];
/** The reads that could be refused without Fastify. */
let early: AnonymousRead[];
let isBusy: boolean;
beforeEach(async () => {
  routed = [];
  early = [];
  isBusy = true;
  app = fastify({ trustProxy: SITE.trustProxy });
  const refusals = createReadRefusals(SITE, (read) => {
    early.push(read);
    return isBusy;
  });
  app.addHook("onRequest", (request, reply, done) => {
    routed.push(request.url);
    if (!isBusy) return done();
    reply.header("X-Policy", "strict");
    refusals.remember(request, reply);
    refusals.send(request, reply, tooBusy(2));
  });
  for (const url of ["/api/ads", "/livez", "/*"]) {
    app.route({ method: ["GET", "HEAD", "POST"], url, handler: async () => "served" });
  }
  interceptRequests(app.server, refusals.intercept);
  await app.listen({ port: 0, host: "127.0.0.1" });
  origin = app.listeningOrigin;
});
afterEach(() => app.close());

const send = (path: string, init: RequestInit = {}) => fetch(origin + path, init);

it("repeats a refusal without Fastify, whatever the query", async () => {
  const first = await send("/api/ads");
  const second = await send("/api/ads?breed=beagle");
  expect(routed).toEqual(["/api/ads"]);
  expect(second.status).toBe(503);
  expect(await second.text()).toBe(await first.text());
  const namesOf = ({ headers }: Response) => [...headers.keys()].toSorted();
  expect(namesOf(second)).toEqual(namesOf(first));
  expect(second.headers.get("x-policy")).toBe("strict");
  expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
});

it("sends no body in response to HEAD, and keeps the connection", async () => {
  await send("/api/ads");
  const head = await send("/api/ads", { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([503, ""]);
  expect((await send("/api/ads")).status).toBe(503);
});

it("lets requests through when the wait is short again", async () => {
  await send("/api/ads");
  isBusy = false;
  expect(await (await send("/api/ads")).text()).toBe("served");
});

it.each<[string, string, RequestInit]>([
  ["another path", "/api/users", {}],
  ["a change", "/api/ads", { method: "POST" }],
  ["a request with a session", "/api/ads", { headers: { Cookie: "studbook=abc" } }],
])("leaves %s to Fastify", async (_, path, init) => {
  await send("/api/ads");
  await send(path, init);
  expect(routed).toEqual(["/api/ads", path]);
});

it("does not remember long paths", async () => {
  const long = `/api/${"a".repeat(300)}`;
  await send(long);
  await send(long);
  expect(routed).toEqual([long, long]);
});

it("never refuses a health check early", async () => {
  await send("/livez");
  await send("/livez");
  expect(routed).toEqual(["/livez", "/livez"]);
});

it("distinguishes clients behind a proxy, and crawlers from people", async () => {
  const headers = { "X-Forwarded-For": "192.0.2.1" };
  await send("/search");
  await send("/search", { headers: { ...headers, "User-Agent": BROWSER } });
  await send("/search", { headers: { ...headers, "User-Agent": CRAWLER } });
  const read = { slotKind: "reads", key: anonymousKeyOf("192.0.2.1") };
  expect(early).toEqual([
    { ...read, priority: "read" },
    { ...read, priority: "crawler" },
  ]);
});

it("counts them", async () => {
  const count = async () =>
    /_count\{route="\/api\/ads",method="GET",status="503"\} (\d+)/.exec(
      await registry.metrics(),
    )?.[1];
  await send("/api/ads");
  const before = Number((await count()) ?? 0);
  await send("/api/ads");
  expect(await count()).toBe(String(before + 1));
});
