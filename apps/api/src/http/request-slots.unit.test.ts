import { setImmediate as immediate } from "node:timers/promises";
import cookie from "@fastify/cookie";
import fastify from "fastify";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { connectTo } from "../../test/raw-socket.ts";
import { createSessionToken } from "../auth/lucia.ts";
import { recentSessions } from "../auth/recent-sessions.ts";
import { gates } from "../gate.ts";
import { acquireCallSlot, createRequestSlots, releaseSlot } from "./request-slots.ts";

/** Sends many requests. */
const HEAVY = "203.0.113.1";
/** Sends few requests. */
const LIGHT = "198.51.100.7";
const LONG = 60_000;
const CALL = "/api/ads";
const PHOTO = "/photos/a/320.webp";
const BATCH = "/trpc/first,second";

/** A server with one slot per kind of request. The test decides when each request gets its response. */
let server: Awaited<ReturnType<typeof startServer>>;
// The order depends on how long requests have taken, and a busy machine delays some of them.
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());
afterEach(() => server.app.close());

async function startServer(longestMs: number, areChangesCrowded = () => false) {
  const app = fastify();
  const arrived: string[] = [];
  app.addHook("onRequest", async ({ method, ip }) => void arrived.push(`${method} ${ip}`));
  await app.register(cookie);
  const concurrency = { reads: 1, "photo-reads": 1, changes: 1, "sign-ins": 1, payments: 1 };
  const site = { publicUrl: "http://studbook.test" };
  const limits = { concurrency, lightMs: 0, longestMs };
  createRequestSlots(site, limits, areChangesCrowded).register(app);
  const served: string[] = [];
  const pending: (() => void)[] = [];
  const serve = (method: string, url: string) =>
    app.route({
      method,
      url,
      handler: (request, reply) => {
        const { name } = request.headers;
        served.push(typeof name === "string" ? name : `${method} ${request.ip}`);
        if (request.headers.waits) releaseSlot(reply);
        pending.push(() => void reply.send("done"));
      },
    });
  serve("GET", CALL);
  serve("GET", PHOTO);
  serve("POST", CALL);
  app.post(BATCH, async (_request, reply) => {
    for (const name of ["first", "second"]) {
      await acquireCallSlot(reply);
      served.push(name);
      await new Promise<void>((resolve) => pending.push(resolve));
    }
    return "done";
  });
  await app.ready();
  type Options = { method?: "GET" | "POST"; url?: string; headers?: Record<string, string> };
  const send = (remoteAddress: string, options: Options = {}) =>
    app.inject({ method: "GET", url: CALL, ...options, remoteAddress });
  const respond = async (count: number) => {
    for (let n = 0; n < count; n++) {
      await expect.poll(() => pending).not.toHaveLength(0);
      pending.shift()?.();
      await immediate();
    }
  };
  return { app, arrived, served, send, respond };
}

const reads = (...addresses: string[]) => addresses.map((address) => `GET ${address}`);

const untilWaiting = (count: number, kind = "reads") =>
  expect.poll(() => gates.get(kind)?.().waiting).toBe(count);

describe("request slots", () => {
  it.each([
    { kind: "reads", method: "GET", url: CALL },
    { kind: "photo-reads", method: "GET", url: PHOTO },
    { kind: "changes", method: "POST", url: CALL },
  ] as const)(
    "serve clients with few requests before clients with many: $kind",
    async ({ kind, method, url }) => {
      server = await startServer(LONG);
      const { served, send, respond } = server;
      const flood = Array.from({ length: 10 }, () => send(HEAVY, { method, url }));
      await untilWaiting(9, kind);
      const others = [send(LIGHT, { method, url }), send(LIGHT, { method, url })];
      await untilWaiting(11, kind);
      vi.advanceTimersByTime(10);
      await respond(12);
      const responses = await Promise.all([...flood, ...others]);
      expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(200));
      const first = [HEAVY, LIGHT, LIGHT, HEAVY, HEAVY].map((address) => `${method} ${address}`);
      expect(served.slice(0, 5)).toEqual(first);
    },
  );

  it("serve a heavy neighborhood one request at a time, concurrently with all others", async () => {
    server = await startServer(LONG);
    const { served, send, respond } = server;
    const first = send(HEAVY);
    await respond(1);
    await first;
    const flood = [send(HEAVY), send(HEAVY), send(HEAVY)];
    await untilWaiting(2, "heavy-reads");
    const other = send(LIGHT);
    await expect.poll(() => served).toEqual(reads(HEAVY, HEAVY, LIGHT));
    await respond(4);
    await Promise.all([...flood, other]);
    expect(served).toEqual(reads(HEAVY, HEAVY, LIGHT, HEAVY, HEAVY));
  });

  it("serve a member between anonymous clients, whatever their network has requested", async () => {
    server = await startServer(LONG);
    const { served, send, respond } = server;
    const { token, sid } = createSessionToken();
    recentSessions.remember(sid, "a member");
    const flood = Array.from({ length: 10 }, () => send(HEAVY, { method: "POST" }));
    await untilWaiting(9, "changes");
    const anonymous = Array.from({ length: 10 }, (_, n) =>
      send(`192.0.2.${n}`, { method: "POST" }),
    );
    await untilWaiting(19, "changes");
    const member = send(HEAVY, {
      headers: { cookie: `studbook=${token}`, name: "member" },
      method: "POST",
    });
    await untilWaiting(20, "changes");
    await respond(21);
    await Promise.all([...flood, ...anonymous, member]);
    expect(served.indexOf("member")).toBeLessThan(3);
  });

  it("are separate for each kind of request", async () => {
    server = await startServer(LONG);
    const { served, send, respond } = server;
    const sent = [send(HEAVY), send(HEAVY, { url: PHOTO }), send(LIGHT, { method: "POST" })];
    await expect.poll(() => served).toHaveLength(3);
    await respond(3);
    await Promise.all(sent);
  });

  it("are released by a request that takes long", async () => {
    server = await startServer(50);
    const { served, send, respond } = server;
    const sent = [send(HEAVY), send(LIGHT)];
    await expect.poll(() => served).toEqual(reads(HEAVY, LIGHT));
    await respond(2);
    await Promise.all(sent);
  });

  it("are released by a request that waits for something else", async () => {
    server = await startServer(LONG);
    const { served, send, respond } = server;
    const sent = [send(HEAVY, { headers: { waits: "yes" } }), send(LIGHT)];
    await expect.poll(() => served).toEqual(reads(HEAVY, LIGHT));
    await respond(2);
    await Promise.all(sent);
  });

  it("are not released by a slow change while changes wait for connections, but by a slow read", async () => {
    let isCrowded = true;
    server = await startServer(1, () => isCrowded);
    const { served, send, respond } = server;
    const sent = [send(HEAVY, { method: "POST" }), send(LIGHT, { method: "POST" })];
    await untilWaiting(1, "changes");
    sent.push(send(HEAVY), send(LIGHT));
    await expect.poll(() => served).toEqual([`POST ${HEAVY}`, `GET ${HEAVY}`, `GET ${LIGHT}`]);
    isCrowded = false;
    await expect.poll(() => served).toContain(`POST ${LIGHT}`);
    await respond(4);
    await Promise.all(sent);
  });

  it("are acquired separately by each call of a batch", async () => {
    server = await startServer(LONG);
    const { served, send, respond } = server;
    const batch = send(HEAVY, { method: "POST", url: BATCH });
    await expect.poll(() => served).toEqual(["first"]);
    const other = send(LIGHT, { method: "POST" });
    await untilWaiting(1, "changes");
    await respond(3);
    expect((await Promise.all([batch, other])).map(({ statusCode }) => statusCode)).toEqual([
      200, 200,
    ]);
    expect(served).toEqual(["first", `POST ${LIGHT}`, "second"]);
  });

  it("are not occupied by a request whose body has not arrived", async () => {
    server = await startServer(LONG);
    const { app, arrived, served, send, respond } = server;
    await app.listen({ host: "127.0.0.1", port: 0 });
    const slow = await connectTo(app);
    slow.write(
      `POST ${CALL} HTTP/1.1\r\nHost: studbook.test\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{`,
    );
    await expect.poll(() => arrived).toHaveLength(1);
    const sent = send(LIGHT, { method: "POST" });
    await respond(1);
    expect((await sent).statusCode).toBe(200);
    slow.write("}");
    await respond(1);
    expect(served).toEqual([`POST ${LIGHT}`, "POST 127.0.0.1"]);
  });

  it("stay occupied after a disconnect, while a waiting client that disconnects leaves the queue", async () => {
    server = await startServer(LONG);
    const { app, served, send, respond } = server;
    await app.listen({ host: "127.0.0.1", port: 0 });
    const first = await connectTo(app);
    first.write(`GET ${CALL} HTTP/1.1\r\nHost: studbook.test\r\n\r\n`);
    await expect.poll(() => served).toHaveLength(1);
    const waiting = await connectTo(app);
    waiting.write(`GET ${CALL} HTTP/1.1\r\nHost: studbook.test\r\n\r\n`);
    const last = send(LIGHT);
    await untilWaiting(2);
    waiting.destroy();
    first.destroy();
    await untilWaiting(1);
    expect(served).toEqual(reads("127.0.0.1"));
    await respond(2);
    expect((await last).statusCode).toBe(200);
    expect(served).toEqual(reads("127.0.0.1", LIGHT));
  });
});
