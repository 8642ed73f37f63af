import type { Socket } from "node:net";
import { DomainError } from "@studbook/domain/errors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { gates } from "../gate.ts";
import { closeAfterAnswer } from "./close-after-answer.ts";
import { addressOf, type Networks, networksOf, SITE_FACTOR } from "./network.ts";
import { kindOf } from "./request-kind.ts";
import { hasBody } from "./unread-bodies.ts";

// A property, because what a WeakMap holds lives until the whole heap is collected.
declare module "fastify" {
  interface FastifyRequest {
    leaveProgress?: () => void;
  }
}

/** How many requests may be in progress at once. */
export type ProgressLimits = {
  /** Of one network; an IPv6 /48 may have ten times as many. */
  network: number;
  /** On one connection: browsers and proxies wait for an answer before they send the next request. */
  connection: number;
};

/**
 * Counts requests from their headers until the whole answer is with the operating system and the whole body has come.
 * One over the network's limit is refused; one over the connection's limit closes the connection: a request costs its
 * sender nothing once it is sent, and may cost the server a page.
 */
export function limitInProgress(app: FastifyInstance, limits: ProgressLimits): void {
  const ofNetwork = createCounter();
  const connections = new WeakMap<Socket, Set<() => void>>();
  let [running, refused] = [0, 0];
  gates.set("requests", () => ({ running, waiting: 0, refused }));

  function openOn(socket: Socket): Set<() => void> {
    const known = connections.get(socket);
    if (known) return known;
    const open = new Set<() => void>();
    connections.set(socket, open);
    // Requests whose turn to be answered has not come learn nothing of the end.
    socket.once("close", () => {
      for (const leave of open) leave();
    });
    return open;
  }

  function enter(request: FastifyRequest, networks: string[]): void {
    const open = openOn(request.raw.socket);
    const leave = () => {
      if (!open.delete(leave)) return;
      running--;
      for (const network of networks) ofNetwork.add(network, -1);
    };
    open.add(leave);
    running++;
    for (const network of networks) ofNetwork.add(network, 1);
    request.leaveProgress = leave;
  }

  app.addHook("onRequest", async (request, reply) => {
    const { socket } = request.raw;
    if (socket.destroyed || openOn(socket).size >= limits.connection) {
      refused++;
      socket.destroy();
      return reply.hijack();
    }
    const { own, site } = countedAs(request);
    enter(request, site === undefined ? [own] : [own, site]);
    const isFull =
      ofNetwork.get(own) > limits.network ||
      (site !== undefined && ofNetwork.get(site) > limits.network * SITE_FACTOR);
    if (!isFull) return;
    refused++;
    closeAfterAnswer(request.raw);
    throw tooMany();
  });

  app.addHook("onResponse", async (request) => {
    const { raw, leaveProgress: leave } = request;
    if (!leave) return;
    // A request that a test injects has no `complete`.
    if (raw.complete !== false || raw.destroyed) leave();
    else raw.once("end", leave).once("close", leave);
  });
}

/**
 * The networks of a request. Probes count apart, so that a health check is answered whatever else its network has in
 * progress; only those without a body, whose client can keep nothing back.
 */
function countedAs(request: FastifyRequest): Networks {
  const networks = networksOf(addressOf(request));
  const isProbe =
    kindOf(request) === "probe" && ["GET", "HEAD"].includes(request.method) && !hasBody(request);
  if (!isProbe) return networks;
  const { own, site } = networks;
  return { own: `probe ${own}`, site: site === undefined ? site : `probe ${site}` };
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
