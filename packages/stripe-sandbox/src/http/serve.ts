import type { IncomingMessage, ServerResponse } from "node:http";
import { answerControl } from "../controls/answer-control.ts";
import type { Parts } from "../parts.ts";
import { answerApi } from "./answer-api.ts";
import { ApiError } from "./api-error.ts";
import { isLocalProgram } from "./authorise.ts";
import { servePage } from "./serve-page.ts";

const LONGEST_BODY = 1024 * 1024;
/** Pages of any origin may call with the publishable key, as with Stripe. */
const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, POST",
  "access-control-allow-headers": "authorization, content-type, idempotency-key, stripe-version",
  "access-control-expose-headers": "request-id, idempotent-replayed",
  "access-control-max-age": "600",
};
const JSON_TYPE = { "content-type": "application/json", "cache-control": "no-store" };

/** Answers one request, whatever it is. */
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
    const result = await answerControl(parts, { method, path, body });
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
  const answer = await answerApi(parts, request, { path, query: search, body, origin });
  if (answer) {
    response.writeHead(answer.status, { ...JSON_TYPE, ...CORS, ...answer.headers });
    response.end(answer.body);
  } else request.socket.destroy();
}

/** Answers for a request that {@link serve} could not answer, and reports what nobody foresaw. */
export function serveError(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const isKnown = error instanceof ApiError;
  if (!isKnown) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  const { status, body } = isKnown
    ? error
    : new ApiError(500, { type: "api_error", message: "The sandbox failed to answer." });
  response.writeHead(status, { ...JSON_TYPE, ...CORS });
  response.end(JSON.stringify({ error: body }));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > LONGEST_BODY) {
      throw new ApiError(413, { type: "invalid_request_error", message: "The body is too long." });
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
