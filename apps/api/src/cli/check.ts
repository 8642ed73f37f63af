import { randomUUID } from "node:crypto";
import { createDb, type Db } from "@studbook/db/client";
import { readServerVersion } from "@studbook/db/ping";
import { listExcessRights } from "@studbook/db/queries/server-rights";
import Stripe from "stripe";
import { type Config, readConfig } from "../config.ts";
import { createMailer } from "../mail/create-mailer.ts";
import { createStripe } from "../payments/stripe-client.ts";
import { createStorage } from "../photos/create-storage.ts";
import { photoKey, readPhoto } from "../photos/storage.ts";
import { findMissingPreparation } from "../wait-until-prepared.ts";
import { CommandError, explainFailure } from "./explain-failure.ts";
import { getSettings, type Settings } from "./settings.ts";

export type Check = { name: string; ok: boolean; detail: string };

/** Looks at everything a server needs, each by itself: one that fails hides no other. */
export async function checkAll(environment: Settings): Promise<Check[]> {
  let settings = environment;
  let config: Config | undefined;
  const checks = [
    await check("config", async () => {
      settings = getSettings(environment);
      config = readConfig(settings);
      return config.mode === "demo" ? "demo" : `production on ${config.publicUrl}`;
    }),
    await check("database", () => withUrl(settings.DATABASE_URL, checkDatabase)),
    await check("role", () => withUrl(settings.DATABASE_URL, checkRole)),
    await check("storage", () => checkStorage(config)),
    await check("provider", () => checkProvider(config)),
    await check("mail", () => checkMail(config)),
  ];
  return checks;
}

async function check(name: string, look: () => Promise<string>): Promise<Check> {
  try {
    return { name, ok: true, detail: await look() };
  } catch (error) {
    return { name, ok: false, detail: explainFailure(error, false).replaceAll("\n", " ") };
  }
}

async function withUrl(
  url: string | undefined,
  look: (db: Db) => Promise<string>,
): Promise<string> {
  if (!url) throw new CommandError("not looked at: no address is known");
  const db = createDb({ url, poolSize: 1, connectTimeoutMs: 3000, onPoolError: () => undefined });
  try {
    return await look(db);
  } finally {
    await db.destroy();
  }
}

async function checkDatabase(db: Db): Promise<string> {
  const version = await readServerVersion(db);
  const missing = await findMissingPreparation(db);
  if (missing) throw new CommandError(`migrate first, for ${missing}`);
  return `PostgreSQL ${version}, schema up to date`;
}

/** Whether the role that servers use could do more than they need, such as change the audit log. */
async function checkRole(db: Db): Promise<string> {
  const excess = await listExcessRights(db);
  if (excess.length > 0) {
    throw new CommandError(
      `the role of DATABASE_URL ${excess.join(", ")}: give servers one of their own (docs/operations.md)`,
    );
  }
  return "the servers' own, with no more rights than they need";
}

/** Writes, finds and removes something where the photos are. */
async function checkStorage(config: Config | undefined): Promise<string> {
  if (!config) throw new CommandError("not looked at: the settings are not usable");
  const storage = await createStorage(config);
  const id = randomUUID();
  const key = photoKey(id, 320);
  try {
    await storage.write(key, new Uint8Array([1]));
    if (!(await readPhoto(storage, key))) throw new CommandError("what was written is not there");
  } finally {
    await storage.remove(id);
  }
  const place = config.s3 ? `private bucket ${config.s3.bucket}` : `folder ${config.dataDir}`;
  if (config.photoBaseUrl === "") return place;
  return `${place}; ${config.photoBaseUrl} must pull ${config.publicUrl}/photos`;
}

/** Speaks to the mail server without sending, or sees whether files can be written. */
async function checkMail(config: Config | undefined): Promise<string> {
  if (!config) throw new CommandError("not looked at: the settings are not usable");
  try {
    return await createMailer(config.mail).check();
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

/** Asks the card provider for a payment that there is not, which only a key that is taken may do. */
async function checkProvider(config: Config | undefined): Promise<string> {
  if (!config) throw new CommandError("not looked at: the settings are not usable");
  try {
    await createStripe(config.stripe).paymentIntents.retrieve("pi_check");
  } catch (error) {
    const isMissing =
      error instanceof Stripe.errors.StripeError && error.code === "resource_missing";
    if (!isMissing) throw new CommandError(explainRefusal(error));
  }
  const webhooks = config.stripe.webhookSecret ? "" : ", no webhook secret";
  return (
    (config.stripe.sandbox ? `stand-in at ${config.stripe.sandbox.apiUrl}` : "Stripe") + webhooks
  );
}

/** For the operator; a visitor is told no more than that the provider is not available. */
function explainRefusal(error: unknown): string {
  if (error instanceof Stripe.errors.StripeAuthenticationError)
    return "STRIPE_SECRET_KEY is refused";
  if (error instanceof Stripe.errors.StripePermissionError) {
    return "STRIPE_SECRET_KEY may not read payments";
  }
  if (error instanceof Stripe.errors.StripeConnectionError) {
    return `no answer: ${error.detail instanceof Error ? error.detail.message : error.message}`;
  }
  if (error instanceof Stripe.errors.StripeError)
    return `answers ${error.statusCode} ${error.type}`;
  return String(error);
}
