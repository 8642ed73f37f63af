import fastifyStatic from "@fastify/static";
import { utcDay } from "@studbook/domain/age";
import type { DomainError } from "@studbook/domain/errors";
import { PAYMENT_PAGES } from "@studbook/domain/pages";
import { unstable_localLink } from "@trpc/client";
import { TRPCError } from "@trpc/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readSessionToken } from "../auth/cookie.ts";
import type { CreateContext } from "../auth/viewer.ts";
import type { Config } from "../config.ts";
import { describeError } from "../errors.ts";
import { createUnavailableLog, type LogUnavailable } from "../http/log-unavailable.ts";
import { methodNotAllowed } from "../http/method-not-allowed.ts";
import { kindOf, unroutedPath } from "../http/request-kind.ts";
import { routeNotFound } from "../http/route-not-found.ts";
import { type AppRouter, appRouter } from "../router.ts";
import { findPage } from "./find-page.ts";
import type { Settings, WebApp } from "./page-contract.ts";
import { describePaymentPage } from "./payment-page.ts";

const READS = new Set(["GET", "HEAD"]);

type PagesParts = {
  config: Config;
  clock: () => Date;
  createContext: CreateContext;
  webApp?: WebApp;
};

/** The web app: its files, and every other address as a page rendered on the server. */
export async function registerPages(app: FastifyInstance, parts: PagesParts): Promise<void> {
  const { webApp } = parts;
  if (webApp) {
    await app.register(fastifyStatic, {
      root: webApp.clientDir,
      index: false,
      wildcard: false,
      globIgnore: [".vite/**"],
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        const hashed = path.startsWith(`${webApp.clientDir}/assets/`);
        reply.header("Cache-Control", hashed ? "public, max-age=31536000, immutable" : "no-cache");
      },
    });
  }
  const pageParts = { ...parts, logUnavailable: createUnavailableLog() };
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!webApp || kindOf(request) !== "page") throw routeNotFound(request);
    return sendPage(webApp, pageParts, request, reply);
  };
  app.get("/*", answer);
  app.setNotFoundHandler(answer);
  // Before a body is waited for, and by the path alone: nothing is loaded or rendered for what is not answered.
  app.addHook("onRequest", async (request, reply) => {
    if (!request.is404 || READS.has(request.method)) return;
    const path = unroutedPath(request);
    if (app.hasRoute({ method: "GET", url: path })) throw refuseWrite(reply);
    if (!webApp || kindOf(request) !== "page") throw routeNotFound(request);
    if (findPage(path)) throw refuseWrite(reply);
    return sendHtml(reply, 404, webApp.renderShell(describeSite(parts)));
  });
}

/** What the server says about itself with every page. */
function describeSite({ config, clock }: PagesParts): Settings {
  return {
    origin: config.publicUrl,
    today: utcDay(clock()),
    supportEmail: config.supportEmail,
  };
}

async function sendPage(
  webApp: WebApp,
  parts: PagesParts & { logUnavailable: LogUnavailable },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { config, createContext, logUnavailable } = parts;
  const settings = describeSite(parts);
  if (PAYMENT_PAGES.includes(unroutedPath(request))) {
    const { payments, policy } = describePaymentPage(config, request);
    reply.header("Content-Security-Policy", policy);
    return sendHtml(reply, 200, webApp.renderShell({ ...settings, payments }));
  }
  const link = unstable_localLink<AppRouter>({
    router: appRouter,
    createContext: () => createContext(request, reply),
  });
  const page = await webApp.render({
    settings,
    url: request.url,
    hasSession: readSessionToken(request, config) !== undefined,
    link,
  });
  if (page.kind === "redirect") return reply.redirect(page.location, page.status);
  if (page.kind === "page") return sendHtml(reply, page.status, page.html);
  return sendHtml(reply, tellFailure(request, reply, page.error, logUnavailable), page.html);
}

/** Logs why a page could not be rendered and returns its status: 503 when trying again may help. */
function tellFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  logUnavailable: LogUnavailable,
): 500 | 503 {
  const thrown = findThrown(error);
  const { status, retryAfterSeconds } = describeError(thrown);
  if (status !== 503) {
    request.log.error({ err: error }, "a page could not be rendered");
    return 500;
  }
  logUnavailable(request, thrown);
  if (retryAfterSeconds) reply.header("Retry-After", retryAfterSeconds);
  return status;
}

/** What a call of the page threw: the client's errors are around it, one or several. */
function findThrown(error: unknown): unknown {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if (inner instanceof TRPCError) return inner;
  }
  return error;
}

function sendHtml(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply
    .code(status)
    .header("Cache-Control", "private, no-store")
    .type("text/html; charset=utf-8")
    .send(html);
}

/** The refusal of a method by a page or a file. */
function refuseWrite(reply: FastifyReply): DomainError {
  reply.header("Allow", "GET, HEAD");
  return methodNotAllowed("GET, HEAD");
}
