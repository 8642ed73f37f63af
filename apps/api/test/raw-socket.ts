import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** A response as it was read from the connection. */
export type RawResponse = { status: number; headers: string; body: string };

/** Opens a connection to a listening server. */
export async function connectTo(app: FastifyInstance): Promise<Socket> {
  const address = app.server.address();
  if (!address || typeof address === "string") throw new Error("The server is not listening");
  const socket = connect(address.port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

/** Sends raw bytes and returns the response that arrives until the server closes the connection. */
export async function sendRaw(app: FastifyInstance, text: string): Promise<RawResponse> {
  const socket = await connectTo(app);
  socket.write(text, "latin1");
  return parseResponse(await readAll(socket));
}

/** Sends a request with a body of up to `maxBytes` until the server closes the connection. */
export async function sendFlood(
  socket: Socket,
  head: string,
  maxBytes: number,
): Promise<RawResponse> {
  const chunk = `${(8192).toString(16)}\r\n${"a".repeat(8192)}\r\n`;
  socket.write(`${head}\r\nHost: studbook.test\r\nTransfer-Encoding: chunked\r\n\r\n`);
  const pump = () => {
    while (socket.writable && socket.bytesWritten < maxBytes) {
      if (!socket.write(chunk)) return void socket.once("drain", pump);
    }
  };
  pump();
  return parseResponse(await readAll(socket));
}

/** Reads everything until the connection closes, even by a reset. */
async function readAll(socket: Socket): Promise<string> {
  let text = "";
  socket.setEncoding("latin1").on("data", (part) => {
    text += part;
  });
  // Closing a connection while the client is still sending resets it.
  socket.on("error", () => undefined);
  await new Promise((resolve) => socket.once("close", resolve));
  return text;
}

function parseResponse(text: string): RawResponse {
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
