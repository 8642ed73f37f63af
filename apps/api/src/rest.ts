import { DomainError } from "@studbook/domain/errors";
import type { FastifyInstance, FastifyRequest, HTTPMethods } from "fastify";
import { registerAdsRest } from "./ads/rest.ts";
import type { Context } from "./context.ts";
import { appRouter } from "./router.ts";
import { createCallerFactory } from "./trpc.ts";

const METHODS: HTTPMethods[] = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];

const createCaller = createCallerFactory(appRouter);

export type RestParts = {
  /** The procedures, as they answer the user of this request. */
  callerFor: (request: FastifyRequest) => ReturnType<typeof createCaller>;
  publicUrl: string;
};

type RestOptions = {
  createContext: (request: FastifyRequest) => Context;
  publicUrl: string;
};

/** The documented paths under /api (specification, section 7), each a thin cover over a procedure. */
export async function registerRest(app: FastifyInstance, options: RestOptions): Promise<void> {
  const allowed = new Map<string, Set<string>>();
  app.addHook("onRoute", ({ url, method }) => {
    const methods = allowed.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name.toUpperCase());
    allowed.set(url, methods);
  });
  app.addHook("onSend", async (_request, reply) => {
    if (!reply.hasHeader("Cache-Control")) reply.header("Cache-Control", "no-store");
  });
  registerAdsRest(app, {
    callerFor: (request) => createCaller(options.createContext(request)),
    publicUrl: options.publicUrl,
  });
  refuseOtherMethods(app, new Map(allowed));
  app.setNotFoundHandler(async () => {
    throw new DomainError("NOT_FOUND", "There is no such address under /api.");
  });
}

function refuseOtherMethods(app: FastifyInstance, allowed: Map<string, Set<string>>): void {
  for (const [url, methods] of allowed) {
    const allow = [...methods].sort().join(", ");
    app.route({
      url: url.slice(app.prefix.length) || "/",
      method: METHODS.filter((method) => !methods.has(String(method))),
      handler: async (_request, reply) => {
        reply.header("Allow", allow);
        throw new DomainError("METHOD_NOT_ALLOWED", `This address takes ${allow}.`);
      },
    });
  }
}
