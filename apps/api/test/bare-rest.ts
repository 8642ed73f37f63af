import { createDb } from "@studbook/db/client";
import fastify, { type FastifyInstance } from "fastify";
import { createBodyReader } from "../src/http/read-body.ts";
import { openPayments } from "../src/payments/payment-parts.ts";
import { createStripe } from "../src/payments/stripe-client.ts";
import { registerRest } from "../src/rest.ts";
import { noOpStorage } from "./no-op-storage.ts";
import { testConfig } from "./test-app.ts";

/**
 * Builds a server with only the REST routes and no database, to read their descriptions. Calls `onRoute` with each route,
 * such as 'GET /api/ads/{id}'.
 */
export async function buildBareRest(onRoute: (route: string) => void): Promise<FastifyInstance> {
  const app = fastify();
  app.addHook("onRoute", ({ method, url }) => {
    const methods = [method].flat();
    // This is the catch-all that refuses all other methods.
    if (methods.includes("OPTIONS")) return;
    for (const name of methods) {
      if (name !== "HEAD") onRoute(`${name} ${url.replace(/:(\w+)/g, "{$1}")}`);
    }
  });
  const config = testConfig();
  const { stripe: settings } = config;
  const stripe = createStripe(settings);
  // Nothing listens on this port.
  const db = createDb({ url: "postgres://nobody@127.0.0.1:9/none", onPoolError: () => undefined });
  app.addHook("onClose", () => db.destroy());
  await app.register(registerRest, {
    prefix: "/api",
    createContext: () => Promise.reject(new Error("No call is made here")),
    config,
    publicUrl: "",
    storage: noOpStorage,
    payments: openPayments({ db, stripe, logger: app.log, enqueue: async () => undefined }),
    webhooks: stripe.webhooks,
    webhookSecret: settings.webhookSecret,
    readBody: createBodyReader(),
    clock: () => new Date(),
  });
  return app;
}
