import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { DomainError } from "@studbook/domain/errors";
import type { FastifyReply, FastifyRequest } from "fastify";
import { mayHaveSession } from "../auth/cookie.ts";
import { BoundedMap, remember } from "../bounded-map.ts";
import type { Config } from "../config.ts";
import { describeError, toRestBody, toTrpcBody } from "../errors.ts";
import type { QueueKey } from "../fair-queue.ts";
import { tooBusy } from "../gate.ts";
import { httpRequests } from "../metrics/metrics.ts";
import { labelRoute } from "../metrics/route-label.ts";
import { BUSY_PAGE_POLICY, renderBusyPage } from "./busy-page.ts";
import type { Interceptor } from "./intercept-requests.ts";
import { createAddressReader } from "./network.ts";
import { readPriorityOf } from "./priority.ts";
import { anonymousKeyOf } from "./queue-key.ts";
import { kindOf, type RequestKind } from "./request-kind.ts";
import { type SlotKind, slotKindOf } from "./slot-kind.ts";
import { hasBody } from "./unread-bodies.ts";

const READS = new Set(["GET", "HEAD"]);

const MAX_PATHS = 1000;
const MAX_CLIENTS = 10_000;
/** Longer paths and addresses are not remembered: a client chooses them, and many would take much memory. */
const MAX_LENGTH = 200;

/** The seconds after which a refused request can be repeated. */
export const RETRY_AFTER_SECONDS = 2;

export type RefusalSite = Pick<Config, "publicUrl" | "trustProxy">;

/** A read without a session. */
export type AnonymousRead = {
  priority: "read" | "crawler";
  slotKind: SlotKind;
  key: QueueKey;
};

export type ReadRefusals = {
  /** Refuses a read that Fastify has routed. `reason` is a 503 that can be repeated after RETRY_AFTER_SECONDS. */
  send(request: FastifyRequest, reply: FastifyReply, reason: DomainError): void;
  /** From now on, reads of the same path can be refused as BUSY before Fastify routes them. */
  remember(request: FastifyRequest, reply: FastifyReply): void;
  /** Refuses a read before Fastify does any work for it. */
  intercept: Interceptor;
};

type Template = { headers: string[]; body: string };
type KnownPath = { kind: RequestKind; slotKind: SlotKind; route: string; template: Template };

const BUSY = tooBusy(RETRY_AFTER_SECONDS);
const json = { "Content-Type": "application/json; charset=utf-8" };
const html = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": BUSY_PAGE_POLICY,
};

/**
 * Refuses reads at the lowest possible cost, because under overload most requests are refused. The first refusal of a path
 * takes the usual way through Fastify, which finds its route and its headers. Later ones repeat it without Fastify if
 * `shouldRefuse` agrees. Requests with a session always take the usual way, because users have queues of their own.
 */
export function createReadRefusals(
  site: RefusalSite,
  shouldRefuse: (read: AnonymousRead) => boolean,
): ReadRefusals {
  const findKey = createKeyFinder(site.trustProxy);
  /** By the reason, the kind of request, and whether other origins may read the response. */
  const templates = new Map<string, Template>();
  const known = new BoundedMap<string, KnownPath>(MAX_PATHS);

  function templateOf(request: FastifyRequest, reply: FastifyReply, reason: DomainError): Template {
    const kind = kindOf(request);
    const key = `${reason.code} ${kind} ${request.isOpenRead}`;
    const existing = templates.get(key);
    if (existing) return existing;
    const { headers, body } = describeRefusal(kind, reason);
    reply.headers(headers).headers({
      "Cache-Control": "no-store",
      "Retry-After": RETRY_AFTER_SECONDS,
      "Content-Length": Buffer.byteLength(body),
    });
    const pairs = Object.entries(reply.getHeaders());
    const template = { headers: pairs.flatMap(([name, value]) => [name, String(value)]), body };
    templates.set(key, template);
    return template;
  }

  /** Returns false if the request must take the usual way. */
  function refuseKnown(request: IncomingMessage, response: ServerResponse): boolean {
    const { method = "", url = "", headers } = request;
    if (known.size === 0 || !READS.has(method)) return false;
    if (headers.host === undefined || hasBody(request)) return false;
    const path = known.get(pathOf(url));
    if (!path || mayHaveSession(headers.cookie, site)) return false;
    const { kind, slotKind, route, template } = path;
    const priority = readPriorityOf(kind, headers["user-agent"]);
    if (!shouldRefuse({ priority, slotKind, key: findKey(request) })) return false;
    write(response, template, { method, id: randomUUID() });
    httpRequests.observerOf({ route, method, status: 503 })(0);
    return true;
  }

  return {
    send(request, reply, reason) {
      const template = templateOf(request, reply, reason);
      reply.hijack();
      write(reply.raw, template, request);
    },
    remember(request, reply) {
      const path = pathOf(request.url);
      const slotKind = slotKindOf(request);
      if (!slotKind || path.length > MAX_LENGTH) return;
      const route = labelRoute(request);
      const template = templateOf(request, reply, BUSY);
      known.set(path, { kind: kindOf(request), slotKind, route, template });
    },
    intercept: refuseKnown,
  };
}

function describeRefusal(kind: RequestKind, reason: DomainError) {
  const error = describeError(reason);
  if (kind === "page") return { headers: html, body: renderBusyPage(error) };
  const body = kind === "trpc" ? toTrpcBody(error) : toRestBody(error);
  return { headers: json, body: JSON.stringify(body) };
}

/** Remembers the keys of recent clients: parsing addresses takes longer than writing the response. */
function createKeyFinder(trustProxy: readonly string[]): (request: IncomingMessage) => QueueKey {
  const readAddress = createAddressReader(trustProxy);
  const keyOf = remember(MAX_CLIENTS, anonymousKeyOf);
  return (request) => keyOf(readAddress(request, request.headers["x-forwarded-for"]?.toString()));
}

function write(
  response: ServerResponse,
  { headers, body }: Template,
  { method, id }: { method: string; id: string },
): void {
  response
    .writeHead(503, [...headers, "x-request-id", id])
    .end(method === "HEAD" ? undefined : body);
}

function pathOf(url: string): string {
  const end = url.indexOf("?");
  return end < 0 ? url : url.slice(0, end);
}
