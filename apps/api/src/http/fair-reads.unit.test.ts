import { setImmediate as turn } from "node:timers/promises";
import fastify from "fastify";
import { afterEach, describe, expect, it, vi } from "vitest";
import { gates } from "../gate.ts";
import { registerFairReads } from "./fair-reads.ts";
import { connectTo } from "./test-socket.ts";

const MANY = "203.0.113.1";
const FEW = "198.51.100.7";
const LONG = 60_000;

/** A server that answers one read at a time, each when it is told to. */
let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.app.close());

async function startServer(longestMs: number) {
  const app = fastify();
  registerFairReads(app, { concurrency: 1, lightMs: 0, longestMs });
  const served: string[] = [];
  const unanswered: (() => void)[] = [];
  const serve = (url: string, method: string) =>
    app.route({
      method,
      url,
      handler: (request, reply) => {
        served.push(`${method} ${request.ip}`);
        unanswered.push(() => void reply.send("answered"));
      },
    });
  serve("/api/ads", "GET");
  serve("/api/ads", "POST");
  await app.ready();
  const ask = (remoteAddress: string, method: "GET" | "POST" = "GET") =>
    app.inject({ method, url: "/api/ads", remoteAddress });
  const answer = async (count: number) => {
    for (let n = 0; n < count; n++) {
      await vi.waitFor(() => expect(unanswered).not.toHaveLength(0));
      unanswered.shift()?.();
      await turn();
    }
  };
  return { app, served, ask, answer };
}

const reads = (...addresses: string[]) => addresses.map((address) => `GET ${address}`);

const untilWaiting = (count: number) =>
  vi.waitFor(() => expect(gates.get("reads")?.().waiting).toBe(count));

describe("reads that come all at once", () => {
  it("are answered in turn, those of who asks little before those of who asks much", async () => {
    server = await startServer(LONG);
    const { served, ask, answer } = server;
    const flood = Array.from({ length: 10 }, () => ask(MANY));
    await untilWaiting(9);
    const others = [ask(FEW), ask(FEW)];
    await untilWaiting(11);
    await answer(12);
    const answers = await Promise.all([...flood, ...others]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(200));
    expect(served.slice(0, 5)).toEqual(reads(MANY, FEW, FEW, MANY, MANY));
  });

  it("do not wait for one that takes long, nor does what changes something wait for any", async () => {
    server = await startServer(50);
    const { served, ask, answer } = server;
    const asked = [ask(MANY), ask(FEW), ask(FEW, "POST")];
    await vi.waitFor(() => expect(served).toHaveLength(3));
    expect(served.sort()).toEqual([...reads(MANY, FEW), `POST ${FEW}`].sort());
    await answer(3);
    await Promise.all(asked);
  });

  it("give their turn to others when nobody waits for the answer any more", async () => {
    server = await startServer(LONG);
    const { app, served, ask, answer } = server;
    await app.listen({ host: "127.0.0.1", port: 0 });
    const first = await connectTo(app);
    first.write("GET /api/ads HTTP/1.1\r\nHost: studbook.test\r\n\r\n");
    await vi.waitFor(() => expect(served).toHaveLength(1));
    const waiting = await connectTo(app);
    waiting.write("GET /api/ads HTTP/1.1\r\nHost: studbook.test\r\n\r\n");
    const last = ask(FEW);
    await untilWaiting(2);
    waiting.destroy();
    first.destroy();
    await vi.waitFor(() => expect(served).toEqual(reads("127.0.0.1", FEW)));
    await answer(2);
    expect((await last).statusCode).toBe(200);
  });
});
