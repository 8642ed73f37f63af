import fastifyStatic from "@fastify/static";
import { utcDay } from "@studbook/domain/age";
import type { DomainError } from "@studbook/domain/errors";
import { PAYMENT_PAGES } from "@studbook/domain/payment-pages";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { addHint, mayLackHint, readSessionToken } from "../auth/cookie.ts";
import type { CreateContext } from "../auth/viewer.ts";
import type { Config } from "../config.ts";
import { describeError } from "../errors.ts";
import { methodNotAllowed } from "../http/method-not-allowed.ts";
import { kindOf, unroutedPath } from "../http/request-kind.ts";
import { IMMUTABLE, sendShared } from "../http/revalidate.ts";
import { routeNotFound } from "../http/route-not-found.ts";
import { sharedPolicy } from "../http/security-headers.ts";
import { findPage, isSharedPath } from "./find-page.ts";
import { createInProcessCall } from "./in-process-call.ts";
import type { Audience, Settings, WebApp } from "./page-contract.ts";
import { describePaymentPage } from "./payment-page.ts";

const READS = new Set(["GET", "HEAD"]);

type PagesParts = {
  config: Config;
  /** The database's clock. */
  clock: () => Date;
  createContext: CreateContext;
  webApp?: WebApp;
};

/** Serves the web app's files, and renders every other URL on the server. */
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
        reply.header("Cache-Control", hashed ? IMMUTABLE : "no-cache");
      },
    });
  }
  const handlePage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!webApp || kindOf(request) !== "page") throw routeNotFound(request);
    return sendPage(webApp, parts, request, reply);
  };
  app.get("/*", handlePage);
  app.setNotFoundHandler(handlePage);
  // Refuses other methods by the path, before the body is received and without loading or rendering anything.
  app.addHook("onRequest", async (request, reply) => {
    if (!request.is404 || READS.has(request.method)) return;
    const path = unroutedPath(request);
    if (app.hasRoute({ method: "GET", url: path })) throw readOnly(reply);
    if (!webApp || kindOf(request) !== "page") throw routeNotFound(request);
    if (findPage(path)) throw readOnly(reply);
    return sendHtml(reply, 404, webApp.renderShell(createSettings(parts)));
  });
}

function createSettings({ config, clock }: PagesParts): Settings {
  return {
    origin: config.publicUrl,
    today: utcDay(clock()),
    supportEmail: config.supportEmail,
  };
}

async function sendPage(
  webApp: WebApp,
  parts: PagesParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const hasSession = readSessionToken(request, parts.config) !== undefined;
  const own = hasSession ? "session" : "guest";
  const isShared = isSharedPath(unroutedPath(request));
  const page = await renderPage(webApp, parts, request, reply, isShared ? "everyone" : own);
  if (!isShared || page.kind !== "page") return sendOwn(request, reply, page);
  // Owners and admins may see an ad that is missing for everyone else.
  if (page.status === 404 && hasSession)
    return sendOwn(request, reply, await renderPage(webApp, parts, request, reply, own));
  const { status, html, firstPaint } = page;
  if (firstPaint) {
    const { styleHash, scriptPath } = firstPaint;
    reply.header("Content-Security-Policy", sharedPolicy(parts.config.photoBaseUrl, styleHash));
    // The script's element comes after the styles, so the browser would find it late.
    reply.header("Link", `<${scriptPath}>; rel=preload; as=script`);
  }
  if (mayLackHint(request.headers.cookie, parts.config)) {
    addHint(reply, parts.config);
    return sendHtml(reply, status, html);
  }
  return sendShared(reply.code(status), html);
}

function renderPage(
  webApp: WebApp,
  parts: PagesParts,
  request: FastifyRequest,
  reply: FastifyReply,
  audience: Audience,
): ReturnType<WebApp["render"]> {
  const { config, createContext } = parts;
  const takesPayments = PAYMENT_PAGES.includes(unroutedPath(request));
  const payment = takesPayments ? describePaymentPage(config, request) : undefined;
  if (payment) reply.header("Content-Security-Policy", payment.policy);
  const call = createInProcessCall(() =>
    createContext(request, reply, { asGuest: audience === "everyone" }),
  );
  const settings = {
    ...createSettings(parts),
    ...(payment && { payments: payment.payments }),
  };
  return webApp.render({ settings, url: request.url, audience, call });
}

/** Sends what was rendered for this request only. */
function sendOwn(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Awaited<ReturnType<WebApp["render"]>>,
): FastifyReply {
  if (page.kind === "redirect") return reply.redirect(page.location, page.status);
  if (page.kind === "page") return sendHtml(reply, page.status, page.html);
  const thrown = unwrapError(page.error);
  // The browser could not load the page either.
  if (describeError(thrown).status === 503) throw thrown;
  request.log.error({ err: page.error }, "a page could not be rendered");
  return sendHtml(reply, 500, page.html);
}

/**
 * Returns the error that an API call of the page or the lookup of its session threw; the web app may have
 * wrapped it. Returns `error` itself if none of its causes has a status of its own.
 */
function unwrapError(error: unknown): unknown {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if (describeError(inner).status !== 500) return inner;
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

/** The error for a method that pages and files do not support. */
function readOnly(reply: FastifyReply): DomainError {
  reply.header("Allow", "GET, HEAD");
  return methodNotAllowed("GET, HEAD");
}
