import type { Socket } from "node:net";

/** Answers a request that is no HTTP, or whose headers are too large, in the shape of every error. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const tooLarge = error.code === "HPE_HEADER_OVERFLOW";
  const status = tooLarge ? "431 Request Header Fields Too Large" : "400 Bad Request";
  const message = tooLarge
    ? "The headers of the request are too large."
    : "The request could not be understood.";
  const body = JSON.stringify({ error: message, code: "BAD_REQUEST" });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
