import { createDb } from "@studbook/db/client";
import pino from "pino";
import { buildApp } from "../src/app.ts";
import { readConfig } from "../src/config.ts";
import { createStripe } from "../src/payments/stripe-client.ts";
import { noOpStorage } from "./no-op-storage.ts";

/** A server for tests that kills itself with SIGKILL at the given fail point. */
const [databaseUrl, sandboxUrl, webhookSecret, point] = process.argv.slice(2);
const config = readConfig({
  STUDBOOK_MODE: "demo",
  RATE_LIMITS: "off",
  DATABASE_URL: databaseUrl,
  STRIPE_API_URL: sandboxUrl,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
});
const app = await buildApp({
  config,
  db: createDb({ url: config.database.url, onPoolError: () => undefined }),
  storage: noOpStorage,
  stripe: createStripe(config.stripe),
  clock: () => new Date(),
  enqueue: async () => undefined,
  logger: pino({ level: "silent" }),
  readiness: { state: "ready" },
  async onFailPoint(reached) {
    if (reached !== point) return;
    process.kill(process.pid, "SIGKILL");
    // Prevents the server from continuing before the signal takes effect.
    await new Promise(() => undefined);
  },
});
process.stdout.write(await app.listen({ host: "127.0.0.1", port: 0 }));
