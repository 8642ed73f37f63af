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
  // A port that is shared by sockets is also shared with other processes of the same user.
  if (CAN_SHARE_PORT) await ensureFree(port, host);
  await app.listen({ ...options, port, host });
  const { server } = app;
  const count = CAN_SHARE_PORT ? SOCKETS : 1;
  // The system distributes connections evenly.
  server.maxConnections = Math.ceil(server.maxConnections / count);
  const others: Server[] = [];
  for (const { address, port } of app.addresses().filter((bound) => typeof bound === "object")) {
    for (let n = 1; n < count; n++) {
      const socket = createSocket(server);
      others.push(socket);
      await startListening(socket, { ...options, port, host: address });
    }
  }
  return { close: async () => void (await Promise.all(others.map(stop))) };
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
