import { randomUUID } from "node:crypto";
import cookie from "@fastify/cookie";
import { countConnections, type Db } from "@studbook/db/client";
import fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { readSessionToken } from "./auth/cookie.ts";
import { openDevice } from "./auth/device.ts";
import { openSession } from "./auth/session.ts";
import type { CreateContext } from "./auth/viewer.ts";
import type { Config } from "./config.ts";
import { JSON_BODY_BYTES, registerBodyParsers } from "./http/body-parsers.ts";
import { closedSignal } from "./http/closed-signal.ts";
import { registerCompression } from "./http/compression.ts";
import {
  answerPreflights,
  closeToOtherOrigins,
  openReadsToOtherOrigins,
} from "./http/cross-origin.ts";
import { registerErrorHandler } from "./http/error-handler.ts";
import { limitInProgress, type ProgressLimits } from "./http/in-progress.ts";
import { type Interceptor, interceptRequests } from "./http/intercept-requests.ts";
import { overrideNodeRefusals, rejectMalformedRequest } from "./http/malformed-requests.ts";
import { acceptEveryMethod, collectAllowedMethods } from "./http/method-not-allowed.ts";
import { addressOf } from "./http/network.ts";
import { checkOrigin } from "./http/origin-check.ts";
import { type OverloadLimits, refuseOverload } from "./http/overload.ts";
import { type RequestLimits, registerRateLimit } from "./http/rate-limit.ts";
import { type BodyLimits, createBodyReader } from "./http/read-body.ts";
import { type Readiness, registerReadiness } from "./http/readiness.ts";
import { kindOf } from "./http/request-kind.ts";
import { requestPath } from "./http/request-path.ts";
import {
  acquireCallSlot,
  createRequestSlots,
  type RequestSlotLimits,
  releaseSlot,
  UNFAIR_LIMITS,
} from "./http/request-slots.ts";
import { registerSecurityHeaders } from "./http/security-headers.ts";
import { registerSecurityTxt } from "./http/security-txt.ts";
import { limitSlowReaders, type ReaderLimits } from "./http/slow-readers.ts";
import { type DrainLimits, limitUnreadBodies } from "./http/unread-bodies.ts";
import { limitWaiting } from "./http/wait-budgets.ts";
import { RequestLogController, watchRequests } from "./metrics/watch-requests.ts";
import type { WebApp } from "./pages/page-contract.ts";
import { registerPages } from "./pages/routes.ts";
import { openPayments, type PaymentSources } from "./payments/payment-parts.ts";
import type { UploadLimits } from "./photos/receive-uploads.ts";
import { registerPhotoRoutes } from "./photos/routes.ts";
import type { PhotoStorage } from "./photos/storage.ts";
import { createDirectReads } from "./response-cache/direct-reads.ts";
import type { ResponseCache } from "./response-cache/response-cache.ts";
import { serveCached } from "./response-cache/serve-cached.ts";
import { shareResponses } from "./response-cache/share-responses.ts";
import { registerRest } from "./rest.ts";
import { createSerialQueue } from "./serial-queue.ts";
import { registerTrpc } from "./trpc-routes.ts";

const READS = new Set(["GET", "HEAD"]);
const HEADER_BYTES = 16 * 1024;
const MAX_CONNECTIONS = 5000;
const REQUESTS_PER_MINUTE = {
  calls: 3000,
  files: 12_000,
  preflights: 12_000,
  probes: 600,
  refusals: 300,
};

export type AppParts = PaymentSources & {
  config: Config;
  storage: PhotoStorage;
  /** Overrides for tests. */
  uploadLimits?: Partial<UploadLimits>;
  /** The database's clock. */
  clock: () => Date;
  readiness: Readiness;
  /** Serves reads instead of `db`. */
  readDb?: Db;
  /** Serves what guests read and everyone may see instead of `readDb`. */
  guestDb?: Db;
  /** Serves health checks instead of `db`. */
  probeDb?: Db;
  /** Stores responses to public reads; without it, every response is made anew. */
  cache?: ResponseCache;
  /** The built web app; without it every page is a 404. */
  webApp?: WebApp;
  /** Overrides for tests. */
  limits?: {
    requests?: Partial<RequestLimits>;
    inProgress?: Partial<ProgressLimits>;
    readers?: Partial<ReaderLimits>;
    bodies?: Partial<BodyLimits>;
    drain?: Partial<DrainLimits>;
    slots?: Partial<RequestSlotLimits>;
    overload?: Partial<OverloadLimits>;
    waitMs?: number;
  };
};

/** Assembles the server from its parts, without listening. Every test goes through it. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, db, readDb = db, guestDb = readDb, probeDb = db } = parts;
  const { logger, readiness, cache, limits = {} } = parts;
  const app = fastify({
    loggerInstance: logger,
    genReqId: () => randomUUID(),
    logController: new RequestLogController(),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: JSON_BODY_BYTES,
    // Long enough for three photos over a slow connection.
    requestTimeout: 120_000,
    http: {
      headersTimeout: 15_000,
      connectionsCheckingInterval: 5000,
      maxHeaderSize: HEADER_BYTES,
      // `overrideNodeRefusals` refuses requests without Host, in the usual error format.
      requireHostHeader: false,
    },
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    routerOptions: { maxParamLength: HEADER_BYTES },
    rewriteUrl: requestPath,
    clientErrorHandler: rejectMalformedRequest,
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  const payments = openPayments(parts);
  const handleOf = ({ method }: FastifyRequest) => (READS.has(method) ? readDb : db);
  const publicHandleOf = (request: FastifyRequest) =>
    READS.has(request.method) && readSessionToken(request, config) === undefined
      ? guestDb
      : handleOf(request);
  const createContext: CreateContext = async (request, reply, options) => ({
    db: handleOf(request),
    publicDb: publicHandleOf(request),
    config,
    payments,
    enqueue: parts.enqueue,
    clock: parts.clock,
    session: await openSession(handleOf(request), config, request, reply, options),
    device: openDevice(config, request, reply),
    address: addressOf(request),
    closed: () => closedSignal(reply),
    releaseSlot: () => releaseSlot(reply),
    acquireSlot: async () => {
      if (kindOf(request) === "trpc") await acquireCallSlot(reply);
    },
    runInOrder: createSerialQueue(),
    closeToOtherOrigins: () => closeToOtherOrigins(reply),
    requestId: request.id,
  });

  // Sets its header in a hook of its own, which must run before the one that decides what can be shared.
  await app.register(cookie);
  shareResponses(app, config);
  app.addHook("onSend", (request, reply, _payload, done) => {
    reply.header("X-Request-Id", request.id);
    if (!reply.hasHeader("Cache-Control")) reply.header("Cache-Control", "no-store");
    if (readiness.state === "draining") reply.header("Connection", "close");
    done();
  });
  limitWaiting(app, limits.waitMs);
  const createRecorder = watchRequests(app);
  registerSecurityHeaders(app, config);
  openReadsToOtherOrigins(app);
  acceptEveryMethod(app);
  registerErrorHandler(app);
  overrideNodeRefusals(app);
  await registerCompression(app);
  const refuseOtherMethods = collectAllowedMethods(app);
  registerReadiness(app, probeDb, readiness);
  const slotLimits = { ...(!config.rateLimits && UNFAIR_LIMITS), ...limits.slots };
  const areChangesCrowded = () => countConnections(db).waiting > 0;
  const slots = createRequestSlots(config, slotLimits, areChangesCrowded);
  const acceptRead = refuseOverload(app, { site: config, slots, readiness }, limits.overload);
  // Before the limit per connection, which therefore comes first.
  let serve: Interceptor = () => false;
  interceptRequests(app.server, (request, response, next) => serve(request, response, next));
  const inProgress = { connection: 8, network: config.rateLimits ? 100 : Number.POSITIVE_INFINITY };
  limitInProgress(app, { ...inProgress, ...limits.inProgress });
  const watchReader = limitSlowReaders(app, limits.readers);
  const { pagesPerMinute: pages } = config;
  const count = config.rateLimits
    ? registerRateLimit(app, { ...REQUESTS_PER_MINUTE, pages, ...limits.requests })
    : undefined;
  if (cache) {
    const { clock } = parts;
    const directReads = createDirectReads({ db: guestDb, config, slots, acceptRead });
    const sending = { createRecorder, count, watchReader };
    serve = serveCached({ config, cache, clock, readiness, directReads, ...sending });
    app.addHook("onSend", async ({ method }, { statusCode }) => {
      // Whoever changed something must not read what was there before.
      if (!READS.has(method) && statusCode < 400) await cache.freshness.catchUp();
    });
  }
  answerPreflights(app);
  app.addHook("onRequest", (request, _reply, done) => {
    checkOrigin(request, config.publicUrl);
    done();
  });
  slots.register(app);
  const readBody = createBodyReader(limits.bodies);
  registerBodyParsers(app, readBody);
  limitUnreadBodies(app, limits.drain);

  await app.register(registerTrpc, { prefix: "/trpc", createContext, readBody });
  await app.register(registerRest, {
    prefix: "/api",
    createContext,
    config,
    storage: parts.storage,
    uploadLimits: parts.uploadLimits,
    publicUrl: config.publicUrl,
    payments,
    webhooks: parts.stripe.webhooks,
    webhookSecret: config.stripe.webhookSecret,
    readBody,
    clock: parts.clock,
  });
  registerPhotoRoutes(app, { ...parts, db: readDb, publicHandleOf });
  registerSecurityTxt(app, parts);
  refuseOtherMethods();
  await registerPages(app, { ...parts, createContext });
  return app;
}
