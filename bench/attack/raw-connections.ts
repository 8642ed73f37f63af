import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { BASE_URL, newAttacker, type Person } from "./send.ts";

const MIB = 1024 * 1024;
const { hostname, port } = new URL(BASE_URL);

/** Sends a body of up to 400 MB until the server closes the connection. */
export function pour(path: string, type: string, signal: AbortSignal): Promise<string> {
  const chunk = randomBytes(64 * 1024);
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`;
  return converse(signal, 60_000, (socket, end) => {
    socket.write(head);
    let sent = 0;
    const more = () => {
      while (!socket.destroyed && sent < 400 * MIB) {
        sent += chunk.length;
        socket.write(`${chunk.length.toString(16)}\r\n`);
        socket.write(chunk);
        if (!socket.write("\r\n")) {
          socket.once("drain", () => setTimeout(more, 1));
          return;
        }
      }
      end("accepted completely");
    };
    more();
  });
}

/** Sends the beginning of a request, then one byte per second. */
export function dribble(beginning: string, signal: AbortSignal): Promise<string> {
  return converse(signal, 120_000, (socket) => {
    socket.write(beginning);
    const timer = setInterval(() => socket.write("a"), 1000);
    socket.once("close", () => clearInterval(timer));
  });
}

export function stall(person: Person, signal: AbortSignal): Promise<string> {
  return converse(signal, 120_000, (socket) => {
    socket.write(
      `POST /api/upload-images HTTP/1.1\r\nHost: x\r\nCookie: ${person.cookie}\r\n` +
        "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 15000000\r\n\r\n" +
        '--x\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\n\r\n',
    );
    socket.write(randomBytes(4 * MIB));
  });
}

type Socket = ReturnType<typeof connect>;

/** Opens a new connection. Returns the first line of the response, or why there was none. */
async function converse(
  signal: AbortSignal,
  ms: number,
  talk: (socket: Socket, end: (outcome: string) => void) => void,
): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect({
    host: hostname,
    port: Number(port || 80),
    localAddress: newAttacker().address,
  });
  const timer = setTimeout(() => resolve("held open"), ms);
  const abort = () => resolve("stopped");
  signal.addEventListener("abort", abort, { once: true });
  socket.once("data", (data) => resolve(data.toString("latin1").split("\r\n", 1)[0] ?? ""));
  socket.once("error", (error) => resolve(error.message.split(" ")[0] ?? "error"));
  socket.once("close", () => resolve("closed"));
  socket.once("connect", () => talk(socket, resolve));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
    socket.destroy();
  }
}
