import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { setInterval } from "node:timers/promises";
import { send } from "../traffic/send.ts";

const POLL_MS = 1000;
const CLIENT_IDLE_MS = 600_000;

/** A load balancer that sends requests only to servers whose `/readyz` returned 200 in the last poll. */
export type Balancer = {
  port: number;
  /** Why requests got a 502. */
  failures: string[];
  /** Whether it currently sends requests to this server. */
  isUsed(serverPort: number): boolean;
  close(): Promise<void>;
};

/**
 * Starts a load balancer that polls each server once a second and never repeats a request. A request to a server that
 * refuses or resets the connection gets a 502.
 */
export async function startBalancer(
  serverPorts: readonly number[],
  { keepAlive }: { keepAlive: boolean },
): Promise<Balancer> {
  const agent = new Agent({ keepAlive });
  const used = new Set<number>();
  const failures: string[] = [];
  const fail = (outgoing: ServerResponse, reason: string) => {
    failures.push(reason);
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end(reason);
  };
  const stopping = new AbortController();
  let turn = 0;

  async function poll(): Promise<void> {
    await Promise.all(
      serverPorts.map(async (port) => {
        const { status } = await send(`http://127.0.0.1:${port}`, "/readyz", { timeoutMs: 1000 });
        if (status === 200) used.add(port);
        else used.delete(port);
      }),
    );
  }

  const server = createServer((incoming, outgoing) => {
    const ports = [...used];
    const port = ports[turn++ % ports.length];
    if (port === undefined) fail(outgoing, "no server is ready");
    else forward(incoming, outgoing, { port, agent, fail });
  });
  // A client's request must not meet the close of a connection that was idle for long.
  server.keepAliveTimeout = CLIENT_IDLE_MS;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const polling = pollUntil(stopping.signal, poll);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The balancer has no port");
  return {
    port: address.port,
    failures,
    isUsed: (port) => used.has(port),
    async close() {
      stopping.abort();
      await polling;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}

async function pollUntil(signal: AbortSignal, poll: () => Promise<void>): Promise<void> {
  await poll();
  try {
    for await (const _ of setInterval(POLL_MS, undefined, { signal })) await poll();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

type Upstream = {
  port: number;
  agent: Agent;
  fail: (outgoing: ServerResponse, reason: string) => void;
};

function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { port, agent, fail }: Upstream,
): void {
  const { method, url, headers } = incoming;
  const { connection: _, ...forwarded } = headers;
  const upstream = request({
    host: "127.0.0.1",
    port,
    method,
    path: url,
    headers: forwarded,
    agent,
  });
  upstream.on("response", (response) => {
    const { connection: _closed, "keep-alive": _kept, ...rest } = response.headers;
    outgoing.writeHead(response.statusCode ?? 502, rest);
    response.on("error", ({ message }) => fail(outgoing, message));
    response.pipe(outgoing);
  });
  upstream.on("error", ({ message }) => fail(outgoing, message));
  incoming.pipe(upstream);
}
