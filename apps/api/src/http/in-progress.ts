import type { Socket } from "node:net";
import { DomainError } from "@studbook/domain/errors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { gates } from "../gate.ts";
import { closeAfterResponse } from "./close-after-response.ts";
import { interceptRequests } from "./intercept-requests.ts";
import { addressOf, type Networks, networksOf, SITE_FACTOR } from "./network.ts";
import { kindOf } from "./request-kind.ts";
import { hasBody } from "./unread-bodies.ts";

// A property rather than a WeakMap entry, which would survive until a full garbage collection.
declare module "fastify" {
  interface FastifyRequest {
    finishProgress?: () => void;
  }
}

/** How many requests may be in progress at once. */
export type ProgressLimits = {
  /** Per network; an IPv6 /48 may have ten times as many. */
  network: number;
  /** Per connection: browsers and proxies wait for a response before they send the next request. */
  connection: number;
};

/**
 * Limits the requests in progress. A request counts from its headers until its response has been handed to the operating
 * system and its body has been received. A request over the network's limit is refused with a 429. One over the
 * connection's limit closes the connection, because pipelined requests cost their sender almost nothing.
 */
export function limitInProgress(app: FastifyInstance, limits: ProgressLimits): void {
  const perNetwork = createCounter();
  const connections = new WeakMap<Socket, Set<() => void>>();
  let running = 0;
  let refused = 0;
  gates.set("requests", () => ({ running, waiting: 0, refused }));

  function openOn(socket: Socket): Set<() => void> {
    const existing = connections.get(socket);
    if (existing) return existing;
    const open = new Set<() => void>();
    connections.set(socket, open);
    // Node reports the close only to the request that is being processed, not to the pipelined ones behind it.
    socket.once("close", () => {
      for (const finish of open) finish();
    });
    return open;
  }

  function start(request: FastifyRequest, networks: string[]): void {
    const open = openOn(request.raw.socket);
    const finish = () => {
      if (!open.delete(finish)) return;
      running--;
      for (const network of networks) perNetwork.add(network, -1);
    };
    open.add(finish);
    running++;
    for (const network of networks) perNetwork.add(network, 1);
    request.finishProgress = finish;
  }

  // Before Fastify, which would start to work on each: Node parses hundreds of pipelined requests in one turn of the event
  // loop, also on a connection that has been destroyed.
  const queued = new WeakMap<Socket, { count: number }>();
  interceptRequests(app.server, ({ socket }, response) => {
    // Node gives it the connection at once, unless the response to an earlier request has not been sent.
    if (response.socket && !socket.destroyed) return false;
    let ofSocket = queued.get(socket);
    if (!ofSocket) {
      ofSocket = { count: 0 };
      queued.set(socket, ofSocket);
    }
    if (socket.destroyed || ofSocket.count >= limits.connection - 1) {
      refused++;
      socket.destroy();
      return true;
    }
    ofSocket.count++;
    response.on("close", () => ofSocket.count--);
    return false;
  });

  app.addHook("onRequest", (request, reply, done) => {
    if (request.raw.socket.destroyed) return void reply.hijack();
    const { network, site } = counterKeysOf(request);
    start(request, site === undefined ? [network] : [network, site]);
    const isOverLimit =
      perNetwork.get(network) > limits.network ||
      (site !== undefined && perNetwork.get(site) > limits.network * SITE_FACTOR);
    if (!isOverLimit) return done();
    refused++;
    closeAfterResponse(request.raw);
    throw tooMany();
  });

  app.addHook("onResponse", (request, _reply, done) => {
    const { raw, finishProgress: finish } = request;
    // Requests injected by tests have no `complete`.
    if (raw.complete !== false || raw.destroyed) finish?.();
    else if (finish) raw.once("end", finish).once("close", finish);
    done();
  });
}

/**
 * The counters of a request. Probes without a body have their own, so that health checks work no matter what else
 * the network has in progress. A probe with a body could be kept open by its sender, so it counts like other requests.
 */
function counterKeysOf(request: FastifyRequest): Networks {
  const networks = networksOf(addressOf(request));
  const isProbe =
    kindOf(request) === "probe" && ["GET", "HEAD"].includes(request.method) && !hasBody(request);
  if (!isProbe) return networks;
  const { network, site } = networks;
  return { network: `probe ${network}`, site: site === undefined ? site : `probe ${site}` };
}

function createCounter(): { get: (key: string) => number; add: (key: string, n: 1 | -1) => void } {
  const counts = new Map<string, number>();
  const get = (key: string) => counts.get(key) ?? 0;
  return {
    get,
    add(key, n) {
      const count = get(key) + n;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    },
  };
}

function tooMany(): DomainError {
  const message = "Too many requests from your network at once. Please try again in a moment.";
  return new DomainError("TOO_MANY_REQUESTS", message, { details: { retryAfterSeconds: 1 } });
}
