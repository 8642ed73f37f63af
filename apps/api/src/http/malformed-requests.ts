import type { Socket } from "node:net";
import { DomainError } from "@studbook/domain/errors";
import type { FastifyInstance } from "fastify";
import { BAD_REQUEST_MESSAGE, requestTooSlow } from "../errors.ts";
import { hasEarlyResponse } from "./unread-bodies.ts";

const LINGER_MS = 1000;

/** Sends the usual error for a request that is not HTTP, has too large headers or took too long to arrive. */
export function rejectMalformedRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable || hasEarlyResponse(socket)) {
    socket.destroy();
    return;
  }
  const { status, message } = explain(error.code);
  const body = JSON.stringify({ error: message, code: "BAD_REQUEST" });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nX-Content-Type-Options: nosniff\r\n` +
      `Cache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
  );
  // A client that keeps sending must not keep the connection open.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function explain(code: string | undefined): { status: string; message: string } {
  if (code === "HPE_HEADER_OVERFLOW") {
    const status = "431 Request Header Fields Too Large";
    return { status, message: "The request headers are too large." };
  }
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return { status: "408 Request Timeout", message: requestTooSlow().message };
  }
  return { status: "400 Bad Request", message: BAD_REQUEST_MESSAGE };
}

/**
 * Handles requests that Node would refuse with an empty response. A request without a Host header is a 400, and
 * expectations other than `100-continue` are ignored (RFC 9110, section 10.1.1).
 */
export function overrideNodeRefusals(app: FastifyInstance): void {
  app.server.on("checkExpectation", (request, response) => {
    app.server.emit("request", request, response);
  });
  app.addHook("onRequest", ({ raw, headers }, _reply, done) => {
    if (headers.host === undefined && raw.httpVersion === "1.1") {
      throw new DomainError("BAD_REQUEST", "The request has no Host header.");
    }
    done();
  });
}
