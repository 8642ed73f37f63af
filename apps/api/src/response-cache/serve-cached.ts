import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { mayHaveSession } from "../auth/cookie.ts";
import { BoundedMap } from "../bounded-map.ts";
import type { Config } from "../config.ts";
import type { Interceptor } from "../http/intercept-requests.ts";
import { createAddressReader } from "../http/network.ts";
import type { RequestCounter } from "../http/rate-limit.ts";
import { findReadHeaders, type ReadHeaders } from "../http/read-headers.ts";
import type { Readiness } from "../http/readiness.ts";
import type { CreateRecorder, RecordResponse } from "../metrics/watch-requests.ts";
import { type CacheableRequest, describeCacheable } from "./cacheable-request.ts";
import type { CachedResponse } from "./cached-response.ts";
import { chooseCoding } from "./content-coding.ts";
import { isPersonal, type ResponseCache } from "./response-cache.ts";

const MAX_REMEMBERED_URLS = 5000;

export type ServeParts = {
  config: Pick<Config, "publicUrl" | "trustProxy">;
  cache: ResponseCache;
  readiness: Pick<Readiness, "state">;
  createRecorder: CreateRecorder;
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
  const { config, cache, readiness, createRecorder, count, watchReader } = parts;
  const readAddress = createAddressReader(config.trustProxy);
  const described = new BoundedMap<string, Target>(MAX_REMEMBERED_URLS);

  function describe({ method, url = "", rawHeaders }: IncomingMessage) {
    if (method !== "GET" && method !== "HEAD") return undefined;
    const known = described.get(url);
    const cacheable: Target | undefined = known ?? describeCacheable(url);
    if (!cacheable) return undefined;
    // tRPC responds to HEAD without calling the procedure.
    if (method === "HEAD" && cacheable.route === "/trpc/:path") return undefined;
    if (!known) described.set(url, cacheable);
    const headers = findReadHeaders(rawHeaders);
    if (!headers || isPersonal(cacheable, headers.cookie, config)) return undefined;
    return { cacheable, headers };
  }

  function findRecorder(cacheable: Target, method: string): RecordResponse {
    const { route, path: url } = cacheable;
    if (method !== "GET") return createRecorder({ method, route, url });
    cacheable.record ??= createRecorder({ method, route, url });
    return cacheable.record;
  }

  /** Sends a stored response. Returns false if the request must take the usual way. */
  function send(visit: Visit, cached: CachedResponse): boolean {
    const startedAt = performance.now();
    const { request, response, cacheable, headers } = visit;
    const { method = "GET", socket } = request;
    // Owners and admins see ads that others do not.
    if (cached.status === 404 && mayHaveSession(headers.cookie, config)) return false;
    const ip = readAddress(request, headers.forwardedFor);
    const counted = count?.(cacheable.counter, ip, cacheable.cost);
    if (counted?.retryAfterSeconds !== undefined) return false;
    cache.hits++;
    const requestId = randomUUID();
    const write = (status: number, fixed: readonly string[], body?: Buffer) => {
      const fields = [...fixed];
      fields.push("x-request-id", requestId);
      if (counted) {
        fields.push("ratelimit-limit", `${counted.max}`, "ratelimit-remaining", `${counted.left}`);
        fields.push("ratelimit-reset", `${counted.secondsLeft}`);
      }
      response.writeHead(status, fields);
      response.end(method === "HEAD" ? undefined : body);
      if (socket.writableLength > 0) watchReader(socket, response);
      const record = findRecorder(cacheable, method);
      record({ requestId, status, ms: performance.now() - startedAt, ip });
    };
    if (cached.status === 200 && cached.isKnown(headers.ifNoneMatch)) {
      write(304, cached.validators);
      return true;
    }
    const encoded = cached.encoded(chooseCoding(headers.acceptEncoding));
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
    const found = describe(request);
    if (!found) return false;
    const { cacheable, headers } = found;
    const visit = { request, response, cacheable, headers, next };
    if (cache.freshness.isCurrent) return answer(visit);
    if (!cache.freshness.isConnected) return false;
    void cache.freshness.catchUp().then(() => {
      if (response.destroyed) return;
      if (!cache.freshness.isCurrent || !answer(visit)) next();
    });
    return true;
  };
}

/** Also what records the responses to GET. */
type Target = CacheableRequest & { record?: RecordResponse };

type Visit = {
  request: IncomingMessage;
  response: ServerResponse;
  cacheable: Target;
  headers: ReadHeaders;
  next: () => void;
};
