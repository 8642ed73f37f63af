import type { IncomingMessage, ServerResponse } from "node:http";
import { runControl } from "../controls/run-control.ts";
import type { Parts } from "../parts.ts";
import { ApiError } from "./api-error.ts";
import { isLocalProgram } from "./authorize.ts";
import { handleApiCall } from "./handle-api-call.ts";
import { servePage } from "./serve-page.ts";

const MAX_BODY_BYTES = 1024 * 1024;
/** Pages of any origin can call with the publishable key, as with Stripe. */
const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, POST",
  "access-control-allow-headers": "authorization, content-type, idempotency-key, stripe-version",
  "access-control-expose-headers": "request-id, idempotent-replayed",
  "access-control-max-age": "600",
};
const JSON_TYPE = { "content-type": "application/json", "cache-control": "no-store" };

/** Handles one request. Errors reach {@link serveError}. */
export async function serve(
  parts: Parts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const method = request.method ?? "GET";
  const url = URL.parse(request.url ?? "/", "http://sandbox");
  if (!url) throw notFound(method, "");
  const { pathname: path, search } = url;
  const body = await readBody(request);
  if (path.startsWith("/_sandbox/")) {
    if (!isLocalProgram(request)) throw notFound(method, path);
    const result = await runControl(parts, { method, path, body });
    response.writeHead(200, JSON_TYPE).end(JSON.stringify(result));
    return;
  }
  if (!path.startsWith("/v1/")) {
    if (method === "GET" && (await servePage(path, response))) return;
    throw notFound(method, path);
  }
  if (method === "OPTIONS") {
    response.writeHead(204, CORS).end();
    return;
  }
  const origin = `http://${request.headers.host ?? "localhost"}`;
  const result = await handleApiCall(parts, request, { path, query: search, body, origin });
  if (result) {
    response.writeHead(result.status, { ...JSON_TYPE, ...CORS, ...result.headers });
    response.end(result.body);
  } else request.socket.destroy();
}

/** Responds with an error. Unexpected errors are also printed to stderr. */
export function serveError(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const isExpected = error instanceof ApiError;
  if (!isExpected) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  const { status, body } = isExpected
    ? error
    : new ApiError(500, { type: "api_error", message: "Internal error of the Stripe sandbox." });
  response.writeHead(status, { ...JSON_TYPE, ...CORS });
  response.end(JSON.stringify({ error: body }));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) {
      throw new ApiError(413, {
        type: "invalid_request_error",
        message: "The request body is too large.",
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function notFound(method: string, path: string): ApiError {
  return new ApiError(404, {
    type: "invalid_request_error",
    message: `Unrecognized request URL (${method}: ${path}).`,
  });
}
