import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** An answer as it came over a connection. */
export type RawAnswer = { status: number; headers: string; body: string };

/** A connection to a test's server, which listens. */
export async function connectTo(app: FastifyInstance): Promise<Socket> {
  const address = app.server.address();
  if (!address || typeof address === "string") throw new Error("The server does not listen");
  const socket = connect(address.port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

/** Sends bytes as they are and answers what comes back until the server closes the connection. */
export async function sendRaw(app: FastifyInstance, text: string): Promise<RawAnswer> {
  const socket = await connectTo(app);
  socket.write(text, "latin1");
  return readAnswer(await readAll(socket));
}

/** Sends a request whose body goes on, up to `mostBytes`, until the server closes the connection. */
export async function sendFlood(
  socket: Socket,
  head: string,
  mostBytes: number,
): Promise<RawAnswer> {
  const chunk = `${(8192).toString(16)}\r\n${"a".repeat(8192)}\r\n`;
  socket.write(`${head}\r\nHost: studbook.test\r\nTransfer-Encoding: chunked\r\n\r\n`);
  const pump = () => {
    while (socket.writable && socket.bytesWritten < mostBytes) {
      if (!socket.write(chunk)) return void socket.once("drain", pump);
    }
  };
  pump();
  return readAnswer(await readAll(socket));
}

/** Everything that comes until the connection ends, be it by a reset. */
async function readAll(socket: Socket): Promise<string> {
  let text = "";
  socket.setEncoding("latin1").on("data", (part) => {
    text += part;
  });
  // A server that closes while it is sent to resets the connection.
  socket.on("error", () => undefined);
  await new Promise((resolve) => socket.once("close", resolve));
  return text;
}

function readAnswer(text: string): RawAnswer {
  const end = text.indexOf("\r\n\r\n");
  const headers = text.slice(0, end);
  const rest = text.slice(end + 4);
  const isChunked = /^transfer-encoding: chunked/im.test(headers);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(headers)?.[1]);
  return { status, headers, body: isChunked ? joinChunks(rest) : rest };
}

function joinChunks(text: string): string {
  const end = text.indexOf("\r\n");
  const length = Number.parseInt(text.slice(0, end), 16);
  if (!length) return "";
  const start = end + 2;
  return text.slice(start, start + length) + joinChunks(text.slice(start + length + 2));
}
