import type { FastifyInstance } from "fastify";
import { mountAccount, registerAccountExport } from "./account/rest.ts";
import { mountAdmin, registerAdminExports } from "./admin/rest.ts";
import { mountAds } from "./ads/rest.ts";
import { mountAuth, registerMe } from "./auth/rest.ts";
import { mountBreeds } from "./breeds/rest.ts";
import { collectAllowedMethods } from "./http/method-not-allowed.ts";
import { createMount } from "./http/mount.ts";
import { collectDescribedRoutes } from "./openapi/described-routes.ts";
import { registerDocument } from "./openapi/routes.ts";
import { mountPayments } from "./payments/rest.ts";
import { registerWebhook, type WebhookParts } from "./payments/webhook.ts";
import { registerUploadRest, type UploadParts } from "./photos/rest.ts";
import { mountStates } from "./states/rest.ts";

type RestOptions = UploadParts & WebhookParts & { publicUrl: string };

/** The documented paths under /api (specification, section 7). */
export async function registerRest(app: FastifyInstance, options: RestOptions): Promise<void> {
  const { createContext } = options;
  const refuseOtherMethods = collectAllowedMethods(app);
  const described = collectDescribedRoutes(app);
  const mount = createMount(app, options);
  mountAds(mount);
  mountBreeds(mount);
  mountStates(mount);
  mountAuth(mount);
  registerMe(app, createContext);
  mountAccount(mount);
  registerAccountExport(app, createContext);
  mountPayments(mount);
  // In a separate scope, where bodies stay raw bytes. The empty prefix keeps this scope's prefix.
  await app.register(registerWebhook, { ...options, prefix: "" });
  mountAdmin(mount);
  registerAdminExports(app, createContext);
  await registerUploadRest(app, options);
  await registerDocument(app, described);
  refuseOtherMethods();
}
