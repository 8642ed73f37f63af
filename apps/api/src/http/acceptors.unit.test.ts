import { once } from "node:events";
import { connect, type Socket } from "node:net";
import fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Acceptors, listen } from "./acceptors.ts";

const HOST = "127.0.0.1";
const CONNECTIONS = 64;

let app: FastifyInstance;
let acceptors: Acceptors;
let clients: Socket[];
let closing: Promise<unknown> | undefined;
beforeEach(async () => {
  app = fastify({ forceCloseConnections: "idle", return503OnClosing: false });
  clients = [];
  closing = undefined;
});
afterEach(async () => {
  for (const client of clients) client.destroy();
  await close();
});

const close = () => {
  closing ??= Promise.all([app.close(), acceptors.close()]);
  return closing;
};

const portOf = () => Number(new URL(app.listeningOrigin).port);

/** Opens connections, with a port of its own each, and waits until the system has established them. */
async function connectMany(count: number): Promise<void> {
  clients = Array.from({ length: count }, () => connect(portOf(), HOST));
  await Promise.all(clients.map((client) => once(client, "connect")));
}

async function request(client: Socket, path: string): Promise<string> {
  client.write(`GET ${path} HTTP/1.1\r\nHost: studbook.test\r\n\r\n`);
  const [data] = await once(client, "data");
  return String(data);
}

// Other systems do not distribute the connections of a port among its sockets.
describe.runIf(process.platform === "linux")("with several sockets", () => {
  it("accepts several connections in one turn of the event loop", async () => {
    acceptors = await listen(app, { port: 0, host: HOST });
    const turns = new Map<number, number>();
    let turn = 0;
    let timer = setImmediate(function next() {
      turn++;
      timer = setImmediate(next);
    });
    app.server.on("connection", () => turns.set(turn, (turns.get(turn) ?? 0) + 1));
    // All have connected before this process comes to accept any.
    clients = Array.from({ length: CONNECTIONS }, () => connect(portOf(), HOST));
    await vi.waitUntil(() => [...turns.values()].reduce((sum, n) => sum + n, 0) === CONNECTIONS);
    clearImmediate(timer);
    expect(Math.max(...turns.values())).toBeGreaterThan(1);
    expect(turns.size).toBeLessThan(CONNECTIONS / 2);
  });

  it("serves all connections", async () => {
    app.get("/", async () => "served");
    acceptors = await listen(app, { port: 0, host: HOST });
    await connectMany(CONNECTIONS);
    const responses = await Promise.all(clients.map((client) => request(client, "/")));
    expect(new Set(responses.map((response) => response.split("\r\n\r\n")[1]))).toEqual(
      new Set(["served"]),
    );
  });

  it("lets requests finish, closes idle connections and accepts no more", async () => {
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    let running = 0;
    app.get("/", async () => "served");
    app.get("/slow", async (_request, reply) => {
      running++;
      await finished;
      reply.header("Connection", "close");
      return "served late";
    });
    acceptors = await listen(app, { port: 0, host: HOST });
    const port = portOf();
    await connectMany(CONNECTIONS);
    const busy = clients.slice(0, CONNECTIONS / 2);
    const idle = clients.slice(CONNECTIONS / 2);
    await Promise.all(idle.map((client) => request(client, "/")));
    const responses = Promise.all(busy.map((client) => request(client, "/slow")));
    await vi.waitUntil(() => running === busy.length);
    const idleClosed = Promise.all(idle.map((client) => once(client.resume(), "close")));
    const closed = close();
    await idleClosed;
    const [refused] = await once(connect(port, HOST), "error");
    expect(refused).toMatchObject({ code: "ECONNREFUSED" });
    finish();
    for (const response of await responses) expect(response).toMatch(/200 OK.*served late$/s);
    await closed;
  });

  it("shares the limit of connections among the sockets", async () => {
    app.server.maxConnections = 8;
    acceptors = await listen(app, { port: 0, host: HOST });
    let accepted = 0;
    app.server.on("connection", () => accepted++);
    clients = Array.from({ length: CONNECTIONS }, () => connect(portOf(), HOST));
    const closed = clients.map((client) => once(client.resume(), "close"));
    await vi.waitUntil(async () => {
      const left = clients.filter(({ closed }) => !closed).length;
      return left === accepted;
    });
    expect(accepted).toBeLessThanOrEqual(8);
    for (const client of clients) client.destroy();
    await Promise.all(closed);
  });
});

it("does not share its port with another server", async () => {
  acceptors = await listen(app, { port: 0, host: HOST });
  const other = fastify();
  await expect(listen(other, { port: portOf(), host: HOST })).rejects.toThrow(/EADDRINUSE/);
  await other.close();
});
