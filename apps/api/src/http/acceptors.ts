import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { createServer, type ListenOptions, type Server } from "node:net";
import type { FastifyInstance } from "fastify";

/** How many connections are accepted at most in one turn of the event loop. */
const SOCKETS = 8;

/** How many connections can wait for each socket: under overload, clients open thousands at once. */
const BACKLOG = 4096;

/** Other systems do not distribute the connections of a port among its sockets. */
const CAN_SHARE_PORT = process.platform === "linux";

export type Acceptors = {
  /** Accepts no more connections and resolves when all accepted ones have ended. Call it together with `app.close()`. */
  close(): Promise<void>;
};

/**
 * Makes an app listen with several sockets on the same port. libuv accepts one connection per socket and turn of the event
 * loop. Under overload, a turn takes 10 ms or more. With a single socket, new connections waited for seconds while
 * established ones were served.
 *
 * @param port 0 chooses a free one
 * @throws the listener error, such as EADDRINUSE
 */
export async function listen(
  app: FastifyInstance,
  { port, host }: { port: number; host: string },
): Promise<Acceptors> {
  const options = { backlog: BACKLOG, reusePort: CAN_SHARE_PORT };
  // A name such as localhost can have several addresses. Fastify would give the others servers of their own.
  const [first = host, ...rest] = await findFreeAddresses(host, port);
  await app.listen({ ...options, port, host: first });
  const { server } = app;
  const bound = server.address();
  if (typeof bound !== "object" || bound === null) throw new TypeError("The server has no port");
  const count = CAN_SHARE_PORT ? SOCKETS : 1;
  // The system distributes connections evenly.
  server.maxConnections = Math.ceil(server.maxConnections / count);
  const others: Server[] = [];
  const addSockets = async (address: string, sockets: number) => {
    for (let n = 0; n < sockets; n++) {
      const socket = createSocket(server);
      others.push(socket);
      await startListening(socket, { ...options, port: bound.port, host: address });
    }
  };
  await addSockets(first, count - 1);
  for (const address of rest) await addSockets(address, count);
  return { close: async () => void (await Promise.all(others.map(stop))) };
}

/**
 * Returns the addresses of a host on this machine, such as both of localhost. A system without IPv6 often has a name for an
 * IPv6 address all the same. The port must be free on each, because one that is shared by sockets is also shared with other
 * processes of the same user.
 */
async function findFreeAddresses(host: string, port: number): Promise<string[]> {
  const names = await lookup(host, { all: true });
  const free: string[] = [];
  let unavailable: unknown;
  for (const address of new Set(names.map((name) => name.address))) {
    try {
      await ensureFree(port, address);
      free.push(address);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      unavailable = error;
    }
  }
  if (free.length === 0) throw unavailable;
  return free;
}

function isUnavailable(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    (error.code === "EADDRNOTAVAIL" || error.code === "EAFNOSUPPORT")
  );
}

/** Creates a socket whose connections the server handles like its own. */
function createSocket(server: FastifyInstance["server"]): Server {
  const socket = createServer({ allowHalfOpen: true, noDelay: true }, (connection) =>
    server.emit("connection", connection),
  );
  socket.maxConnections = server.maxConnections;
  return socket;
}

async function ensureFree(port: number, host: string): Promise<void> {
  const probe = createServer();
  await startListening(probe, { port, host });
  await stop(probe);
}

async function startListening(socket: Server, options: ListenOptions): Promise<void> {
  socket.listen(options);
  await once(socket, "listening");
}

function stop(socket: Server): Promise<void> {
  return new Promise((resolve, reject) =>
    socket.close((error) => (error ? reject(error) : resolve())),
  );
}
