import { constants } from "node:zlib";
import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import type { TRPCError } from "@trpc/server";
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from "@trpc/server/adapters/fastify";
import fastify, { type FastifyInstance } from "fastify";
import { openSession } from "./auth/session.ts";
import type { CreateContext } from "./auth/viewer.ts";
import type { Config } from "./config.ts";
import { describeError } from "./errors.ts";
import { acceptEmptyBodies } from "./http/empty-body.ts";
import { registerErrorHandler } from "./http/error-handler.ts";
import { registerJsonBody } from "./http/json-body.ts";
import { checkOrigin } from "./http/origin-check.ts";
import { acceptEveryMethod, collectMethods } from "./http/other-methods.ts";
import { registerRateLimit } from "./http/rate-limit.ts";
import { type Readiness, registerReadiness } from "./http/readiness.ts";
import { requestPath } from "./http/request-path.ts";
import { registerSecurityHeaders } from "./http/security-headers.ts";
import { answerUnreadable } from "./http/unreadable.ts";
import { createRequestId } from "./log.ts";
import { QuietLog, watchRequests } from "./metrics/watch-requests.ts";
import type { WebApp } from "./pages/render-page.ts";
import { registerPages } from "./pages/routes.ts";
import { openPayments, type PaymentSources } from "./payments/payment-parts.ts";
import { registerPhotoRoutes } from "./photos/routes.ts";
import type { PhotoStorage } from "./photos/storage.ts";
import { registerRest } from "./rest.ts";
import { type AppRouter, appRouter } from "./router.ts";

const JSON_BODY_BYTES = 64 * 1024;

export type AppParts = PaymentSources & {
  config: Config;
  storage: PhotoStorage;
  clock: () => Date;
  readiness: Readiness;
  /** The built web app; without it every page is a 404. */
  webApp?: WebApp;
};

/** Assembles the server from its parts, without listening: the seam every test uses. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, db, logger, readiness } = parts;
  const app = fastify({
    loggerInstance: logger,
    genReqId: createRequestId,
    logController: new QuietLog(),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: JSON_BODY_BYTES,
    // Long enough for three photos over a slow line.
    requestTimeout: 120_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 5000 },
    rewriteUrl: requestPath,
    clientErrorHandler: answerUnreadable,
  });
  const payments = openPayments(parts);
  const createContext: CreateContext = async (request, reply) => ({
    db,
    config,
    payments,
    enqueue: parts.enqueue,
    clock: parts.clock,
    session: await openSession(db, config, request, reply),
    address: request.ip,
    requestId: request.id,
  });

  app.addHook("onSend", async (request, reply) => {
    reply.header("X-Request-Id", request.id);
    if (!reply.hasHeader("Cache-Control")) reply.header("Cache-Control", "no-store");
    if (readiness.state === "draining") reply.header("Connection", "close");
  });
  watchRequests(app);
  acceptEveryMethod(app);
  registerErrorHandler(app);
  registerJsonBody(app);
  await registerSecurityHeaders(app, config);
  await app.register(compress, {
    threshold: 1024,
    encodings: ["br", "gzip"],
    // The default of 11 is for files compressed once; a page is compressed for every answer.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await app.register(cookie);
  const refuseOtherMethods = collectMethods(app);
  registerReadiness(app, db, readiness);
  if (config.rateLimits) await registerRateLimit(app);
  app.addHook("onRequest", async (request) => checkOrigin(request, config.publicUrl));

  const trpcOptions: FastifyTRPCPluginOptions<AppRouter>["trpcOptions"] = {
    router: appRouter,
    createContext: ({ req, res }) => createContext(req, res),
    maxBatchSize: 10,
    responseMeta: ({ errors }) => ({ headers: { ...retryAfter(errors), ...allow(errors) } }),
    onError({ error, path }) {
      if (error.code === "INTERNAL_SERVER_ERROR")
        logger.error({ err: error.cause, path }, "procedure failed");
    },
  };
  await app.register(
    async (trpc) => {
      acceptEmptyBodies(trpc);
      await trpc.register(fastifyTRPCPlugin, { trpcOptions });
    },
    { prefix: "/trpc" },
  );
  await app.register(registerRest, {
    prefix: "/api",
    createContext,
    storage: parts.storage,
    publicUrl: config.publicUrl,
    payments,
    webhooks: parts.stripe.webhooks,
    webhookSecret: config.stripe.webhookSecret,
    clock: parts.clock,
  });
  registerPhotoRoutes(app, parts);
  refuseOtherMethods();
  await registerPages(app, { ...parts, createContext });
  return app;
}

function retryAfter(errors: readonly TRPCError[]): Record<string, string> {
  const seconds = Math.max(
    0,
    ...errors.map((error) => describeError(error).retryAfterSeconds ?? 0),
  );
  return seconds > 0 ? { "Retry-After": String(seconds) } : {};
}

/** What a call refuses another method for: tRPC names its kind in the error alone. */
function allow(errors: readonly TRPCError[]): Record<string, string> {
  const refused = errors.find(({ code }) => code === "METHOD_NOT_SUPPORTED");
  if (!refused) return {};
  const [, kind] = / to (query|mutation) /.exec(refused.message) ?? [];
  return { Allow: kind === "mutation" ? "POST" : kind === "query" ? "GET" : "GET, POST" };
}
