import { DomainError } from "@studbook/domain/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { registerAccountRest } from "./account/rest.ts";
import { registerAdsRest } from "./ads/rest.ts";
import { registerAuthRest } from "./auth/rest.ts";
import { registerUploadRest, type UploadParts } from "./photos/rest.ts";
import { appRouter } from "./router.ts";
import { createCallerFactory } from "./trpc.ts";

const METHODS: HTTPMethods[] = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];

const createCaller = createCallerFactory(appRouter);

/** The body of a call without payload. */
export type NoBody = Record<string, never> | null | undefined;

// Bodies are typed as what they should be; the procedures' schemas see to it that they are.
export type RestParts = {
  /** The procedures, as they answer the user of this request. */
  callerFor: (
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<ReturnType<typeof createCaller>>;
  publicUrl: string;
};

type RestOptions = UploadParts & { publicUrl: string };

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
  const parts: RestParts = {
    callerFor: async (request, reply) => createCaller(await options.createContext(request, reply)),
    publicUrl: options.publicUrl,
  };
  registerAdsRest(app, parts);
  registerAuthRest(app, parts);
  registerAccountRest(app, parts);
  await registerUploadRest(app, options);
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
