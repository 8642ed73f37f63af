import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { mayHaveSession } from "../auth/cookie.ts";
import { BoundedMap } from "../bounded-map.ts";
import type { Config } from "../config.ts";
import type { Interceptor } from "../http/intercept-requests.ts";
import { createAddressReader } from "../http/network.ts";
import type { RequestCounter } from "../http/rate-limit.ts";
import type { Readiness } from "../http/readiness.ts";
import { hasBody } from "../http/unread-bodies.ts";
import type { RecordResponse } from "../metrics/watch-requests.ts";
import { type CacheableRequest, describeCacheable } from "./cacheable-request.ts";
import type { CachedResponse } from "./cached-response.ts";
import { chooseCoding } from "./content-coding.ts";
import { isPersonal, type ResponseCache } from "./response-cache.ts";

const MAX_REMEMBERED_URLS = 5000;

export type ServeParts = {
  config: Pick<Config, "publicUrl" | "trustProxy">;
  cache: ResponseCache;
  readiness: Pick<Readiness, "state">;
  record: RecordResponse;
  /** Undefined without rate limits. */
  count: RequestCounter | undefined;
  watchReader: (socket: Socket, response: ServerResponse) => void;
};

/** How many times a request waits for a response that turns out to be outdated. */
const MAX_WAITS = 2;

/**
 * Answers public reads from the cache before Fastify does any work for them. Everything else takes the usual way, and so do
 * requests over a rate limit. While a response is being made, further requests for it wait for that one.
 */
export function serveCached(parts: ServeParts): Interceptor {
  const { config, cache, readiness, record, count, watchReader } = parts;
  const readAddress = createAddressReader(config.trustProxy);
  const described = new BoundedMap<string, CacheableRequest>(MAX_REMEMBERED_URLS);

  function describe({ method, url = "", headers }: IncomingMessage): CacheableRequest | undefined {
    if (method !== "GET" && method !== "HEAD") return undefined;
    const known = described.get(url);
    const cacheable = known ?? describeCacheable(url);
    if (!cacheable) return undefined;
    // tRPC responds to HEAD without calling the procedure.
    if (method === "HEAD" && cacheable.route === "/trpc/:path") return undefined;
    if (!known) described.set(url, cacheable);
    const isPlain =
      headers.host !== undefined && headers.authorization === undefined && !hasBody({ headers });
    return isPlain && !isPersonal(cacheable, headers.cookie, config) ? cacheable : undefined;
  }

  /** Sends a stored response. Returns false if the request must take the usual way. */
  function send({ request, response, cacheable }: Visit, cached: CachedResponse): boolean {
    const startedAt = performance.now();
    const { method = "GET", headers, socket } = request;
    // Owners and admins see ads that others do not.
    if (cached.status === 404 && mayHaveSession(headers.cookie, config)) return false;
    const ip = readAddress(request);
    const counted = count?.(cacheable.counter, ip, cacheable.cost);
    if (counted?.retryAfterSeconds !== undefined) return false;
    cache.hits++;
    const requestId = randomUUID();
    const fields = ["x-request-id", requestId];
    if (counted) {
      fields.push("ratelimit-limit", `${counted.max}`, "ratelimit-remaining", `${counted.left}`);
      fields.push("ratelimit-reset", `${counted.secondsLeft}`);
    }
    const write = (status: number, fixed: readonly string[], body?: Buffer) => {
      response.writeHead(status, [...fixed, ...fields]);
      response.end(method === "HEAD" ? undefined : body);
      if (socket.writableLength > 0) watchReader(socket, response);
      const { route, path: url } = cacheable;
      const ms = performance.now() - startedAt;
      record({ requestId, method, route, status, ms, ip, url });
    };
    if (cached.status === 200 && cached.isKnown(headers["if-none-match"])) {
      write(304, cached.validators);
      return true;
    }
    const encoded = cached.encoded(chooseCoding(headers["accept-encoding"]?.toString()));
    if (!(encoded instanceof Promise)) write(cached.status, encoded.headers, encoded.body);
    else void encoded.then(({ headers, body }) => write(cached.status, headers, body));
    return true;
  }

  /** Answers a request, now or later. Returns false if it must take the usual way. */
  function answer(visit: Visit, waits = 0): boolean {
    const { request, response, cacheable, next } = visit;
    const cached = cache.find(cacheable.key);
    if (cached) return send(visit, cached);
    const pending = cache.findFill(cacheable.key);
    if (!pending || waits >= MAX_WAITS) {
      cache.misses++;
      if (!pending && request.method === "GET") cache.startFill(cacheable, request, response);
      return false;
    }
    void pending.then((made) => {
      if (response.destroyed) return;
      const isDone = made ? send(visit, made) : answer(visit, waits + 1);
      if (!isDone) next();
    });
    return true;
  }

  return (request, response, next) => {
    if (readiness.state !== "ready") return false;
    const cacheable = describe(request);
    if (!cacheable) return false;
    const visit = { request, response, cacheable, next };
    if (cache.freshness.isCurrent) return answer(visit);
    if (!cache.freshness.isConnected) return false;
    void cache.freshness.catchUp().then(() => {
      if (response.destroyed) return;
      if (!cache.freshness.isCurrent || !answer(visit)) next();
    });
    return true;
  };
}

type Visit = {
  request: IncomingMessage;
  response: ServerResponse;
  cacheable: CacheableRequest;
  next: () => void;
};
