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
import { type CacheableRequest, describeCacheable, TRPC_ROUTE } from "./cacheable-request.ts";
import type { CachedResponse } from "./cached-response.ts";
import { chooseCoding } from "./content-coding.ts";
import type { DirectReads } from "./direct-reads.ts";
import { type CacheFill, fillFrom, isPersonal, type ResponseCache } from "./response-cache.ts";

const MAX_REMEMBERED_URLS = 5000;

export type ServeParts = {
  config: Pick<Config, "publicUrl" | "trustProxy">;
  cache: ResponseCache;
  /** The clock that pages are made with. */
  clock: () => Date;
  readiness: Pick<Readiness, "state">;
  createRecorder: CreateRecorder;
  /** Undefined without rate limits. */
  count: RequestCounter | undefined;
  watchReader: (socket: Socket, response: ServerResponse) => void;
  directReads: DirectReads;
};

/** How many times a request waits for a response that turns out to be outdated. */
const MAX_WAITS = 2;

/**
 * Answers public reads from the cache before Fastify does any work for them. Everything else takes the usual way, and so do
 * requests over a rate limit. While a response is being made, further requests for it wait for that one.
 */
export function serveCached(parts: ServeParts): Interceptor {
  const { config, cache, clock, readiness, directReads } = parts;
  const { createRecorder, count, watchReader } = parts;
  const readAddress = createAddressReader(config.trustProxy);
  const described = new BoundedMap<string, Target>(MAX_REMEMBERED_URLS);

  function describe({ method, url = "", rawHeaders }: IncomingMessage) {
    if (method !== "GET" && method !== "HEAD") return undefined;
    const known = described.get(url);
    const cacheable: Target | undefined = known ?? describeCacheable(url);
    if (!cacheable) return undefined;
    // tRPC responds to HEAD without calling the procedure.
    if (method === "HEAD" && cacheable.route === TRPC_ROUTE) return undefined;
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

  /** Sends a response. Returns false if the request must take the usual way. */
  function send(visit: Visit, cached: CachedResponse): boolean {
    const startedAt = performance.now();
    const { request, response, cacheable, headers } = visit;
    const { method = "GET", socket } = request;
    // Owners and admins see ads that others do not.
    if (cached.status === 404 && mayHaveSession(headers.cookie, config)) return false;
    const ip = readAddress(request, headers.forwardedFor);
    const counted = count?.(cacheable.counter, ip, cacheable.cost);
    if (counted?.retryAfterSeconds !== undefined) return false;
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

  function sendStored(visit: Visit, stored: CachedResponse): boolean {
    const isSent = send(visit, stored);
    if (isSent) cache.hits++;
    return isSent;
  }

  /** Makes the response with Fastify. */
  function fillTheUsualWay({ request, response, cacheable }: Visit, fill: CacheFill): void {
    fillFrom(request, response, {
      ...fill,
      finish(finished) {
        if (finished.status === 200) directReads.learn(cacheable, finished.headers);
        return fill.finish(finished);
      },
    });
  }

  function startDirectRead({ request, cacheable, headers }: Visit) {
    if (mayHaveSession(headers.cookie, config)) return undefined;
    const address = readAddress(request, headers.forwardedFor);
    const isOverLimit = count && count(cacheable.counter, address, 0).left < cacheable.cost;
    return isOverLimit ? undefined : directReads.start(cacheable, request.url ?? "", address);
  }

  /** Makes the response without Fastify, if that is possible. Returns false if the request must take the usual way. */
  function make(visit: Visit): boolean {
    const { response, cacheable, next } = visit;
    const fill = cache.startFill(cacheable, clock);
    if (!fill) return false;
    const reading = startDirectRead(visit);
    if (!reading) {
      fillTheUsualWay(visit, fill);
      return false;
    }
    void reading.then((finished) => {
      const made = finished && fill.finish(finished);
      if (response.destroyed) return fill.abandon();
      if (made && send(visit, made)) return;
      if (!made) fillTheUsualWay(visit, fill);
      next();
    });
    return true;
  }

  /** Answers a request, now or later. Returns false if it must take the usual way. */
  function answer(visit: Visit, waits = 0): boolean {
    const { request, response, cacheable, next } = visit;
    const stored = cache.find(cacheable.key);
    if (stored) return sendStored(visit, stored);
    const pending = cache.findFill(cacheable.key);
    if (!pending || waits >= MAX_WAITS) {
      cache.misses++;
      return !pending && request.method === "GET" && make(visit);
    }
    void pending.then((made) => {
      if (response.destroyed) return;
      const isDone = made ? sendStored(visit, made) : answer(visit, waits + 1);
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
