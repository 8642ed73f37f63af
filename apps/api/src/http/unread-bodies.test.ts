import { once } from "node:events";
import type { Socket } from "node:net";
import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectTo, sendFlood } from "../../test/raw-socket.ts";
import { buildTestApp } from "../../test/test-app.ts";
import type { DrainLimits } from "./unread-bodies.ts";

const DRAIN = { bytes: 64 * 1024, ms: 60_000, lingerMs: 500 };
const FLOOD_BYTES = 16 * 1024 * 1024;
/** Twice the webhook's body limit, plus the buffers of Node and the kernel. */
const MAX_READ_BYTES = FLOOD_BYTES / 4;

const socketsByRemotePort = new Map<number | undefined, Socket>();
let test: TestDb;
let app: FastifyInstance;
beforeAll(async () => {
  test = await createTestDb();
  app = await openApp(DRAIN);
});
afterAll(async () => {
  await app.close();
  await test.drop();
});

async function openApp(drain: DrainLimits): Promise<FastifyInstance> {
  const opened = await buildTestApp(test.db, { limits: { drain } });
  await opened.listen({ port: 0, host: "127.0.0.1" });
  opened.server.on("connection", (socket) => socketsByRemotePort.set(socket.remotePort, socket));
  return opened;
}

/** Sends up to `FLOOD_BYTES`. Returns the status and whether the server read less than `MAX_READ_BYTES`. */
async function flood(call: string, type: string): Promise<[status: number, isBounded: boolean]> {
  const socket = await connectTo(app);
  const { localPort } = socket;
  const head = `${call} HTTP/1.1\r\nContent-Type: ${type}`;
  const { status } = await sendFlood(socket, head, FLOOD_BYTES);
  const bytesRead = socketsByRemotePort.get(localPort)?.bytesRead ?? Number.NaN;
  return [status, bytesRead < MAX_READ_BYTES];
}

const CALLS: [call: string, status: number][] = [
  ["POST /trpc/auth.login", 415],
  ["POST /trpc/none", 415],
  ["POST /trpc/auth.login?batch=1", 415],
  ["PUT /trpc/ads.search", 415],
  ["PROPFIND /trpc/auth.login", 405],
  ["GET /trpc/ads.search", 200],
  ["POST /trpc", 404],
  ["POST /api/login", 415],
  ["POST /api/stripe/webhook", 415],
  ["POST /api/none", 404],
  ["PUT /api/login", 405],
  ["GET /api/ads", 200],
  ["HEAD /api/ads", 200],
  ["OPTIONS /api/ads", 204],
  ["OPTIONS /api/login", 405],
  ["DELETE /livez", 405],
  ["POST /", 404],
  ["POST /no/such/page", 404],
  ["POST /photos/none/320.webp", 405],
  ["POST /assets/none.js", 404],
];

const CONTENT_TYPES = ["multipart/form-data; boundary=x", "application/octet-stream"];

it("responds on every route without reading the whole body", async () => {
  const floods = CALLS.flatMap(([call, status]) =>
    CONTENT_TYPES.map((type) => ({ call, status, type })),
  );
  await Promise.all(
    floods.map(async ({ call, status, type }) => {
      expect([call, type, await flood(call, type)]).toEqual([call, type, [status, true]]);
    }),
  );
});

it("refuses endless JSON with a 413, or a 404 at unknown paths, and stops reading it", async () => {
  const calls = ["/trpc/auth.login", "/api/login", "/api/stripe/webhook"];
  await Promise.all(
    calls.map(async (path) => {
      const response = await flood(`POST ${path}`, "application/json");
      expect([path, response]).toEqual([path, [413, true]]);
    }),
  );
  expect(await flood("POST /no/such", "application/json")).toEqual([404, true]);
});

it.each([
  ["POST /livez", 405],
  ["POST /readyz", 405],
  ["PUT /api/login", 405],
  ["PUT /trpc/auth.login", 405],
  ["DELETE /photos/none/320.webp", 405],
  ["POST /trpc", 404],
  ["POST /api/none", 404],
  ["POST /assets/none.js", 404],
  ["POST /no/such/page", 404],
])("responds to %s without waiting for the body", async (call, status) => {
  const socket = await connectTo(app);
  const headers = "Content-Type: application/json\r\nContent-Length: 60";
  socket.write(`${call} HTTP/1.1\r\nHost: studbook.test\r\n${headers}\r\n\r\n{`);
  const [response] = await once(socket, "data");
  expect(String(response)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  socket.destroy();
});

it("lets a client that was refused early send the rest, read the response and continue", async () => {
  const socket = await connectTo(app);
  const part = "a".repeat(DRAIN.bytes / 2);
  const head = "POST /api/login HTTP/1.1\r\nHost: studbook.test\r\nContent-Type: text/html";
  socket.write(`${head}\r\nContent-Length: ${2 * part.length}\r\n\r\n${part}`);
  const [refused] = await once(socket, "data");
  expect(String(refused)).toMatch(/^HTTP\/1\.1 415 .*UNSUPPORTED_MEDIA_TYPE/s);
  socket.write(`${part}GET /livez HTTP/1.1\r\nHost: studbook.test\r\n\r\n`);
  const [next] = await once(socket, "data");
  expect(String(next)).toMatch(/^HTTP\/1\.1 200 .*alive/s);
  socket.destroy();
});

it("closes the connection of a refused request whose body stalls", async () => {
  const hasty = await openApp({ ...DRAIN, ms: 1 });
  const socket = await connectTo(hasty);
  const head = "POST /api/login HTTP/1.1\r\nHost: studbook.test\r\nContent-Type: text/html";
  socket.write(`${head}\r\nContent-Length: 9\r\n\r\na`);
  const [refused] = await once(socket, "data");
  expect(String(refused)).toMatch(/^HTTP\/1\.1 415 /);
  await once(socket, "end");
  socket.destroy();
  await hasty.close();
});
