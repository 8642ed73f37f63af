import { once } from "node:events";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { afterEach, expect, it, vi } from "vitest";
import { connectTo, sendRaw } from "../../test/raw-socket.ts";
import { buildTestApp, testConfig } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import { gates } from "../gate.ts";

const NETWORK = 5;
/** Generous, for a busy machine. */
const WAIT = { timeout: 30_000 };
const HOST = "Host: studbook.test";

const site = useTestApp();
let app: FastifyInstance;
let handled = 0;
/** How many requests Fastify has begun to work on. */
let begun = 0;
let held = Promise.withResolvers<void>();
afterEach(async () => {
  held.resolve();
  await app.close();
});

/** Starts a server whose `/held` and `/livez?held` respond when the test resolves `held`. */
async function open(inProgress?: { network: number }): Promise<void> {
  handled = 0;
  begun = 0;
  held = Promise.withResolvers();
  const config = { ...testConfig("on"), trustProxy: ["127.0.0.1"] };
  app = await buildTestApp(site.db, { config, ...(inProgress && { limits: { inProgress } }) });
  app.setChildLoggerFactory((logger, bindings, options) => {
    begun++;
    return logger.child(bindings, options);
  });
  app.addHook("preHandler", async ({ url }) => (url === "/livez?held" ? held.promise : undefined));
  app.get("/held", async () => {
    handled++;
    await held.promise;
    return "ok";
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
}

const send = async (from: string, url = "/held") =>
  await app.inject({ url, headers: { "x-forwarded-for": from } });
const running = () => gates.get("requests")?.().running;
const idle = () => vi.waitFor(() => expect(running()).toBe(0), WAIT);

/** Sends a request with an incomplete body. */
async function stall(from: string, call = "POST /api/login"): Promise<Socket> {
  const socket = await connectTo(app);
  const head = `${call} HTTP/1.1\r\n${HOST}\r\nX-Forwarded-For: ${from}`;
  socket.write(`${head}\r\nContent-Type: application/json\r\nContent-Length: 60\r\n\r\n{`);
  return socket;
}

it.each([
  ["an IPv4 address", NETWORK, (n: number) => (n % 2 ? "203.0.113.1" : "::ffff:203.0.113.1")],
  ["an IPv6 /64", NETWORK, (n: number) => `2001:db8:1:1::${n.toString(16)}`],
  ["an IPv6 /48", 10 * NETWORK, (n: number) => `2001:db8:1:${n.toString(16)}::1`],
])("refuses requests of %s over its limit", async (_what, limit, from) => {
  await open({ network: NETWORK });
  const sent = Array.from({ length: limit + 3 }, (_, n) => send(from(n)));
  const refused = await Promise.all(sent.slice(limit));
  for (const { statusCode, headers, body } of refused) {
    expect([statusCode, headers["retry-after"]]).toEqual([429, "1"]);
    expect(JSON.parse(body)).toMatchObject({ code: "TOO_MANY_REQUESTS" });
  }
  expect(handled).toBe(limit);
  expect((await send(from(0), "/livez")).statusCode).toBe(200);
  expect((await send("198.51.100.1", "/api/ads")).statusCode).toBe(200);
  held.resolve();
  const passed = await Promise.all(sent.slice(0, limit));
  expect(passed.filter(({ statusCode }) => statusCode === 200)).toHaveLength(limit);
  await idle();
  expect((await send(from(0))).statusCode).toBe(200);
});

it("closes the connections of refused requests whose bodies are still arriving", async () => {
  await open({ network: NETWORK });
  const holding: Socket[] = [];
  for (let n = 0; n < NETWORK; n++) holding.push(await stall("203.0.113.1"));
  await vi.waitFor(() => expect(running()).toBe(NETWORK), WAIT);
  const refused = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const socket = await stall("203.0.113.1");
      const [response] = await once(socket, "data");
      await once(socket, "close");
      return String(response);
    }),
  );
  for (const response of refused) {
    expect(response).toMatch(/^HTTP\/1\.1 429 /);
    expect(response).toMatch(/^retry-after: 1\r$/im);
  }
  expect((await send("203.0.113.2", "/api/ads")).statusCode).toBe(200);
  for (const socket of holding) socket.destroy();
  await idle();
  expect((await send("203.0.113.1", "/api/ads")).statusCode).toBe(200);
});

it.each(["POST /livez", "POST /readyz", "GET /livez", "PROPFIND /livez"])(
  "counts %s with a stalled body like any other request",
  async (call) => {
    await open({ network: NETWORK });
    const holding: Socket[] = [];
    for (let n = 0; n < NETWORK; n++) holding.push(await stall("203.0.113.1", call));
    await vi.waitFor(() => expect(running()).toBe(NETWORK), WAIT);
    const refused = await stall("203.0.113.1", call);
    const [response] = await once(refused, "data");
    expect(String(response)).toMatch(/^HTTP\/1\.1 429 /);
    await once(refused, "close");
    expect((await send("203.0.113.1", "/api/ads")).statusCode).toBe(429);
    expect((await send("203.0.113.1", "/livez")).statusCode).toBe(200);
    for (const socket of holding) socket.destroy();
    await idle();
  },
);

it("counts the probes of a network separately from its other requests", async () => {
  await open({ network: NETWORK });
  const from = "203.0.113.1";
  const sent = Array.from({ length: NETWORK + 3 }, () => send(from, "/livez?held"));
  const refused = await Promise.all(sent.slice(NETWORK));
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([429, 429, 429]);
  expect((await send(from, "/api/ads")).statusCode).toBe(200);
  expect((await send("203.0.113.2", "/livez")).statusCode).toBe(200);
  held.resolve();
  const passed = await Promise.all(sent.slice(0, NETWORK));
  expect(passed.every(({ statusCode }) => statusCode === 200)).toBe(true);
});

it("allows one network 100 requests in progress", async () => {
  await open();
  const sent = Array.from({ length: 101 }, () => send("203.0.113.1"));
  expect((await sent[100])?.statusCode).toBe(429);
  held.resolve();
  const passed = await Promise.all(sent.slice(0, 100));
  expect(passed.every(({ statusCode }) => statusCode === 200)).toBe(true);
});

it("responds to eight pipelined requests on one connection", async () => {
  await open();
  held.resolve();
  const one = `GET /held HTTP/1.1\r\n${HOST}\r\n`;
  const last = `${one}Connection: close\r\n\r\n`;
  const { body } = await sendRaw(app, `${one}\r\n`.repeat(7) + last);
  expect(`${body}`.match(/HTTP\/1\.1 200/g)).toHaveLength(7);
  expect(handled).toBe(8);
});

it("closes a connection with more than eight pending requests", async () => {
  await open();
  const refused = gates.get("requests")?.().refused ?? 0;
  await sendRaw(app, `GET /held HTTP/1.1\r\n${HOST}\r\n\r\n`.repeat(1500));
  expect(begun).toBeLessThanOrEqual(8);
  expect(gates.get("requests")?.().refused).toBeGreaterThan(refused);
  held.resolve();
  await idle();
});

it("responds to any number of sequential requests on one connection", async () => {
  await open();
  held.resolve();
  const socket = await connectTo(app);
  for (let n = 0; n < 20; n++) {
    socket.write(`GET /held HTTP/1.1\r\n${HOST}\r\n\r\n`);
    const [response] = await once(socket, "data");
    expect(String(response)).toMatch(/^HTTP\/1\.1 200 /);
  }
  socket.destroy();
});
