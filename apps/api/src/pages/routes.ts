import fastifyStatic from "@fastify/static";
import { utcDay } from "@studbook/domain/age";
import { DomainError } from "@studbook/domain/errors";
import { unstable_localLink } from "@trpc/client";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import type { Context } from "../context.ts";
import { type AppRouter, appRouter } from "../router.ts";
import type { WebApp } from "./render-page.ts";

const NOT_PAGES = /^\/(?:api|trpc)(?:[/?]|$)/;

type PagesParts = {
  config: Config;
  clock: () => Date;
  createContext: (request: FastifyRequest) => Context;
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
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!webApp || NOT_PAGES.test(request.url)) {
      throw new DomainError("NOT_FOUND", "There is nothing at this address.");
    }
    return sendPage(webApp, parts, request, reply);
  };
  app.get("/*", answer);
  app.setNotFoundHandler(answer);
}

async function sendPage(
  webApp: WebApp,
  { config, clock, createContext }: PagesParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const page = {
    url: request.url,
    origin: config.publicUrl,
    today: utcDay(clock()),
    supportEmail: config.supportEmail,
  };
  reply.header("Cache-Control", "private, no-store").type("text/html; charset=utf-8");
  try {
    const link = unstable_localLink<AppRouter>({
      router: appRouter,
      createContext: async () => createContext(request),
    });
    const rendered = await webApp.render({ ...page, link });
    if (rendered.kind === "redirect") return reply.redirect(rendered.location, rendered.status);
    return reply.code(rendered.status).send(rendered.html);
  } catch (error) {
    request.log.error({ err: error }, "page could not be rendered; the browser will");
    return reply.code(500).send(await webApp.renderShell(page));
  }
}
