import { once } from "node:events";
import { Agent, type IncomingHttpHeaders, request as requestHttp } from "node:http";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import type { TestDb } from "@studbook/db/test/test-db";
import pino from "pino";
import type { WebApp } from "../../src/pages/page-contract.ts";
import { ResponseCache } from "../../src/response-cache/response-cache.ts";
import { buildTestApp } from "../test-app.ts";

const CACHE_BYTES = 32 * 1024 * 1024;

/** Differ between two responses to the same request, or depend on how a response is sent. */
const IGNORED = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "keep-alive",
  "transfer-encoding",
  "x-request-id",
]);

/** A request as it is sent: the path is not normalized. */
export type RawRequest = { method: string; path: string; headers: Record<string, string> };

export type RawResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** Two servers on one database, of which only one stores responses. */
export type Pair = {
  cache: ResponseCache;
  /** Of the server that stores responses. */
  url: string;
  /** Sends a request to the server that stores responses. */
  send(request: RawRequest): Promise<RawResponse>;
  /** Sends a request to the server that makes each response anew. */
  sendPlain(request: RawRequest): Promise<RawResponse>;
  close(): Promise<void>;
};

export async function openPair(test: TestDb, webApp?: WebApp): Promise<Pair> {
  const logger = pino({ level: "silent" });
  const cache = new ResponseCache({ maxBytes: CACHE_BYTES, databaseUrl: test.url, logger });
  const pages = webApp && { webApp };
  const app = await buildTestApp(test.db, { cache, ...pages });
  const plain = await buildTestApp(test.db, { ...pages });
  const listen = { port: 0, host: "127.0.0.1" };
  const [url, plainUrl] = [await app.listen(listen), await plain.listen(listen)];
  await cache.freshness.catchUp();
  const agent = new Agent({ keepAlive: true });
  return {
    cache,
    url,
    send: (request) => send(url, request, agent),
    sendPlain: (request) => send(plainUrl, request, agent),
    async close() {
      agent.destroy();
      await Promise.all([app.close(), plain.close()]);
      await cache.close();
    },
  };
}

async function send(baseUrl: string, raw: RawRequest, agent: Agent): Promise<RawResponse> {
  const { hostname, port } = new URL(baseUrl);
  const request = requestHttp({ hostname, port, agent, ...raw });
  request.end();
  const [response] = await once(request, "response");
  return {
    status: response.statusCode,
    headers: response.headers,
    body: await buffer(response),
  };
}

/** Returns what two responses to the same request have in common, for a comparison. */
export async function comparable({ status, headers, body }: RawResponse) {
  const kept = Object.entries(headers).filter(([name]) => !IGNORED.has(name));
  const decoded = body.length > 0 ? await decode(body, headers["content-encoding"]) : body;
  return { status, headers: Object.fromEntries(kept.sort()), body: decoded.toString() };
}

async function decode(body: Buffer, coding: string | undefined): Promise<Buffer> {
  if (coding === "br") return await promisify(brotliDecompress)(body);
  return coding === "gzip" ? await promisify(gunzip)(body) : body;
}
