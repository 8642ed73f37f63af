import { once } from "node:events";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { afterEach, expect, it, vi } from "vitest";
import { connectTo } from "../../test/raw-socket.ts";
import { buildTestApp } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import type { ReaderLimits } from "./slow-readers.ts";

const MB = 1024 * 1024;
/** More than the kernel buffers on both ends of the connection. */
const LARGE_BYTES = 24 * MB;
/** Generous, for a busy machine. */
const WAIT = { timeout: 30_000 };
const PATIENT = { stallMs: 60_000, unsentBytes: 1024 * MB, checkIntervalMs: 20 };

const site = useTestApp();
const served = new Map<number | undefined, Socket>();
let app: FastifyInstance;
afterEach(() => app.close());

async function open(readers: Partial<ReaderLimits>): Promise<void> {
  served.clear();
  app = await buildTestApp(site.db, { limits: { readers: { ...PATIENT, ...readers } } });
  const large = "a".repeat(LARGE_BYTES);
  app.get("/large", async () => large);
  app.get("/small", async () => "ok");
  app.get("/late", async (_request, reply) => {
    reply.type("text/plain");
    return new ReadableStream({
      start(stream) {
        setTimeout(() => {
          stream.enqueue(Buffer.from("late"));
          stream.close();
        }, 300);
      },
    });
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  app.server.on("connection", (socket) => served.set(socket.remotePort, socket));
}

/** Sends a request on a new connection and returns both ends of it. */
async function send(url: string): Promise<{ client: Socket; server: Socket }> {
  const client = (await connectTo(app)).pause().on("error", () => undefined);
  client.write(`GET ${url} HTTP/1.1\r\nHost: studbook.test\r\n\r\n`);
  const server = await vi.waitFor(() => {
    const socket = served.get(client.localPort);
    const hasResponded =
      socket && (url !== "/large" || socket.destroyed || socket.bytesWritten > 0);
    if (!hasResponded) throw new Error("Not yet");
    return socket;
  }, WAIT);
  return { client, server };
}

const countOf = async (client: Socket): Promise<number> => {
  let bytes = 0;
  client.on("data", (chunk) => {
    bytes += chunk.length;
  });
  client.resume();
  await new Promise((resolve) => client.once("close", resolve));
  return bytes;
};

it("resets the connections of clients that do not read their responses", async () => {
  await open({ stallMs: 50 });
  const stalled = await Promise.all(Array.from({ length: 5 }, () => send("/large")));
  await vi.waitFor(() => {
    expect(stalled.map(({ server }) => server.destroyed)).toEqual(Array(5).fill(true));
  }, WAIT);
  for (const { client } of stalled) {
    const failed = new Promise((resolve) => client.once("error", resolve));
    expect(await countOf(client)).toBeLessThan(LARGE_BYTES);
    expect(await failed).toMatchObject({ code: "ECONNRESET" });
  }
});

it("sends a slow reader the whole response", async () => {
  // Long enough for a busy machine that pauses a process for most of a second.
  await open({ stallMs: 1500 });
  const { client, server } = await send("/large");
  let bytes = 0;
  let sinceResume = 0;
  client.on("data", ({ length }) => {
    bytes += length;
    sinceResume += length;
    if (sinceResume > MB) client.pause();
  });
  // 8 MB a second, so that reading the response takes longer than `stallMs`.
  const pace = setInterval(() => {
    sinceResume = 0;
    client.resume();
  }, 120);
  await vi.waitFor(() => expect(bytes).toBeGreaterThanOrEqual(LARGE_BYTES), WAIT);
  clearInterval(pace);
  expect(server.destroyed).toBe(false);
  client.destroy();
});

it("does not close a connection on which the server has nothing to send yet", async () => {
  await open({ stallMs: 50 });
  const { client } = await send("/late");
  const text = await new Promise<string>((resolve) => {
    let all = "";
    client.on("data", (chunk) => {
      all += chunk;
      if (all.endsWith("0\r\n\r\n")) resolve(all);
    });
    client.resume();
  });
  expect(text).toMatch(/^HTTP\/1\.1 200 .*late/s);
  client.destroy();
});

it("resets the connections that stalled the longest when too many bytes are unsent", async () => {
  await open({ unsentBytes: 3.5 * LARGE_BYTES });
  const first = await send("/large");
  const second = await send("/large");
  const later = await Promise.all(Array.from({ length: 3 }, () => send("/large")));
  await vi.waitFor(() => {
    expect([first, second].map(({ server }) => server.destroyed)).toEqual([true, true]);
  }, WAIT);
  expect(later.map(({ server }) => server.destroyed)).toEqual([false, false, false]);
  const small = await send("/small");
  small.client.resume();
  await once(small.client, "data");
  for (const { client } of [first, second, ...later, small]) client.destroy();
});
