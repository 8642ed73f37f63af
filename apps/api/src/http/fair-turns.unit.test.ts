import { setImmediate as turn } from "node:timers/promises";
import cookie from "@fastify/cookie";
import fastify from "fastify";
import { afterEach, describe, expect, it } from "vitest";
import { connectTo } from "../../test/raw-socket.ts";
import { createSessionToken } from "../auth/lucia.ts";
import { recentUsers } from "../auth/recent-users.ts";
import { gates } from "../gate.ts";
import { leaveTurn, registerFairTurns, takeCallTurn } from "./fair-turns.ts";

const MANY = "203.0.113.1";
const FEW = "198.51.100.7";
const LONG = 60_000;
const CALL = "/api/ads";
const PHOTO = "/photos/a/320.webp";
const BATCH = "/trpc/first,second";

/** A server that answers one request of each kind at a time, each when it is told to. */
let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.app.close());

async function startServer(longestMs: number) {
  const app = fastify();
  const arrived: string[] = [];
  app.addHook("onRequest", async ({ method, ip }) => void arrived.push(`${method} ${ip}`));
  await app.register(cookie);
  const concurrency = { reads: 1, "photo-reads": 1, changes: 1 };
  const site = { publicUrl: "http://studbook.test" };
  registerFairTurns(app, site, { concurrency, lightMs: 0, longestMs });
  const served: string[] = [];
  const unanswered: (() => void)[] = [];
  const serve = (method: string, url: string) =>
    app.route({
      method,
      url,
      handler: (request, reply) => {
        const { name } = request.headers;
        served.push(typeof name === "string" ? name : `${method} ${request.ip}`);
        if (request.headers.waits) leaveTurn(reply);
        unanswered.push(() => void reply.send("answered"));
      },
    });
  serve("GET", CALL);
  serve("GET", PHOTO);
  serve("POST", CALL);
  app.post(BATCH, async (_request, reply) => {
    for (const name of ["first", "second"]) {
      await takeCallTurn(reply);
      served.push(name);
      await new Promise<void>((resolve) => unanswered.push(resolve));
    }
    return "answered";
  });
  await app.ready();
  type Asked = { method?: "GET" | "POST"; url?: string; headers?: Record<string, string> };
  const ask = (remoteAddress: string, asked: Asked = {}) =>
    app.inject({ method: "GET", url: CALL, ...asked, remoteAddress });
  const answer = async (count: number) => {
    for (let n = 0; n < count; n++) {
      await expect.poll(() => unanswered).not.toHaveLength(0);
      unanswered.shift()?.();
      await turn();
    }
  };
  return { app, arrived, served, ask, answer };
}

const reads = (...addresses: string[]) => addresses.map((address) => `GET ${address}`);

const untilWaiting = (count: number, kind = "reads") =>
  expect.poll(() => gates.get(kind)?.().waiting).toBe(count);

describe("requests that come all at once", () => {
  it.each([
    { kind: "reads", method: "GET", url: CALL },
    { kind: "photo-reads", method: "GET", url: PHOTO },
    { kind: "changes", method: "POST", url: CALL },
  ] as const)(
    "are answered in turn, those of who asks little before those of who asks much: $kind",
    async ({ kind, method, url }) => {
      server = await startServer(LONG);
      const { served, ask, answer } = server;
      const flood = Array.from({ length: 10 }, () => ask(MANY, { method, url }));
      await untilWaiting(9, kind);
      const others = [ask(FEW, { method, url }), ask(FEW, { method, url })];
      await untilWaiting(11, kind);
      await answer(12);
      const answers = await Promise.all([...flood, ...others]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(200));
      const first = [MANY, FEW, FEW, MANY, MANY].map((address) => `${method} ${address}`);
      expect(served.slice(0, 5)).toEqual(first);
    },
  );

  it("of a heavy neighborhood are answered one at a time, beside those of everybody else", async () => {
    server = await startServer(LONG);
    const { served, ask, answer } = server;
    const first = ask(MANY);
    await answer(1);
    await first;
    const flood = [ask(MANY), ask(MANY), ask(MANY)];
    await untilWaiting(2, "heavy-reads");
    const other = ask(FEW);
    await expect.poll(() => served).toEqual(reads(MANY, MANY, FEW));
    await answer(4);
    await Promise.all([...flood, other]);
    expect(served).toEqual(reads(MANY, MANY, FEW, MANY, MANY));
  });

  it("come from a member between those of strangers, whatever their network has asked for", async () => {
    server = await startServer(LONG);
    const { served, ask, answer } = server;
    const { token, sid } = createSessionToken();
    recentUsers.remember(sid, "a member");
    const flood = Array.from({ length: 10 }, () => ask(MANY, { method: "POST" }));
    await untilWaiting(9, "changes");
    const strangers = Array.from({ length: 10 }, (_, n) => ask(`192.0.2.${n}`, { method: "POST" }));
    await untilWaiting(19, "changes");
    const member = ask(MANY, {
      headers: { cookie: `studbook=${token}`, name: "member" },
      method: "POST",
    });
    await untilWaiting(20, "changes");
    await answer(21);
    await Promise.all([...flood, ...strangers, member]);
    expect(served.indexOf("member")).toBeLessThan(3);
  });

  it("do not wait for those of another kind", async () => {
    server = await startServer(LONG);
    const { served, ask, answer } = server;
    const asked = [ask(MANY), ask(MANY, { url: PHOTO }), ask(FEW, { method: "POST" })];
    await expect.poll(() => served).toHaveLength(3);
    await answer(3);
    await Promise.all(asked);
  });

  it("do not wait for one that takes long", async () => {
    server = await startServer(50);
    const { served, ask, answer } = server;
    const asked = [ask(MANY), ask(FEW)];
    await expect.poll(() => served).toEqual(reads(MANY, FEW));
    await answer(2);
    await Promise.all(asked);
  });

  it("do not wait for one that waits for something else", async () => {
    server = await startServer(LONG);
    const { served, ask, answer } = server;
    const asked = [ask(MANY, { headers: { waits: "yes" } }), ask(FEW)];
    await expect.poll(() => served).toEqual(reads(MANY, FEW));
    await answer(2);
    await Promise.all(asked);
  });

  it("do not wait for a whole batch, whose calls take turns of their own", async () => {
    server = await startServer(LONG);
    const { served, ask, answer } = server;
    const batch = ask(MANY, { method: "POST", url: BATCH });
    await expect.poll(() => served).toEqual(["first"]);
    const other = ask(FEW, { method: "POST" });
    await untilWaiting(1, "changes");
    await answer(3);
    expect((await Promise.all([batch, other])).map(({ statusCode }) => statusCode)).toEqual([
      200, 200,
    ]);
    expect(served).toEqual(["first", `POST ${FEW}`, "second"]);
  });

  it("do not wait for one whose body has not come", async () => {
    server = await startServer(LONG);
    const { app, arrived, served, ask, answer } = server;
    await app.listen({ host: "127.0.0.1", port: 0 });
    const slow = await connectTo(app);
    slow.write(
      `POST ${CALL} HTTP/1.1\r\nHost: studbook.test\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{`,
    );
    await expect.poll(() => arrived).toHaveLength(1);
    const asked = ask(FEW, { method: "POST" });
    await answer(1);
    expect((await asked).statusCode).toBe(200);
    slow.write("}");
    await answer(1);
    expect(served).toEqual([`POST ${FEW}`, "POST 127.0.0.1"]);
  });

  it("lose their turn with their client while they wait, and keep it until they are answered", async () => {
    server = await startServer(LONG);
    const { app, served, ask, answer } = server;
    await app.listen({ host: "127.0.0.1", port: 0 });
    const first = await connectTo(app);
    first.write(`GET ${CALL} HTTP/1.1\r\nHost: studbook.test\r\n\r\n`);
    await expect.poll(() => served).toHaveLength(1);
    const waiting = await connectTo(app);
    waiting.write(`GET ${CALL} HTTP/1.1\r\nHost: studbook.test\r\n\r\n`);
    const last = ask(FEW);
    await untilWaiting(2);
    waiting.destroy();
    first.destroy();
    await untilWaiting(1);
    expect(served).toEqual(reads("127.0.0.1"));
    await answer(2);
    expect((await last).statusCode).toBe(200);
    expect(served).toEqual(reads("127.0.0.1", FEW));
  });
});
