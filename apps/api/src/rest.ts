import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { registerAccountRest } from "./account/rest.ts";
import { registerAdminRest } from "./admin/rest.ts";
import { registerAdsRest } from "./ads/rest.ts";
import { registerAuthRest } from "./auth/rest.ts";
import { collectMethods } from "./http/other-methods.ts";
import { collectDescribedRoutes } from "./openapi/described-routes.ts";
import { registerDocument } from "./openapi/routes.ts";
import { registerPaymentsRest } from "./payments/rest.ts";
import { registerWebhook, type WebhookParts } from "./payments/webhook.ts";
import { registerUploadRest, type UploadParts } from "./photos/rest.ts";
import { appRouter } from "./router.ts";
import { createCallerFactory } from "./trpc.ts";

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

type RestOptions = UploadParts & WebhookParts & { publicUrl: string };

/** The documented paths under /api (specification, section 7), each a thin cover over a procedure. */
export async function registerRest(app: FastifyInstance, options: RestOptions): Promise<void> {
  const refuseOtherMethods = collectMethods(app);
  const described = collectDescribedRoutes(app);
  const parts: RestParts = {
    callerFor: async (request, reply) => createCaller(await options.createContext(request, reply)),
    publicUrl: options.publicUrl,
  };
  registerAdsRest(app, parts);
  registerAuthRest(app, parts);
  registerAccountRest(app, { ...parts, createContext: options.createContext });
  registerPaymentsRest(app, parts);
  // Its own scope, for bodies as bytes; the prefix is this one's already.
  await app.register(registerWebhook, { ...options, prefix: "" });
  registerAdminRest(app, { ...parts, createContext: options.createContext });
  await registerUploadRest(app, options);
  await registerDocument(app, described);
  refuseOtherMethods();
}
