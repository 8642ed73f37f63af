import { randomUUID } from "node:crypto";
import { createDb, type Db } from "@studbook/db/client";
import { readServerVersion } from "@studbook/db/ping";
import { listExcessPrivileges } from "@studbook/db/queries/server-privileges";
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

/** Checks everything a server needs. The checks are independent: a failure does not hide others. */
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

async function check(name: string, run: () => Promise<string>): Promise<Check> {
  try {
    return { name, ok: true, detail: await run() };
  } catch (error) {
    return { name, ok: false, detail: explainFailure(error, false).replaceAll("\n", " ") };
  }
}

async function withUrl(url: string | undefined, run: (db: Db) => Promise<string>): Promise<string> {
  if (!url) throw new CommandError("skipped: DATABASE_URL is not set");
  const db = createDb({ url, poolSize: 1, connectTimeoutMs: 3000, onPoolError: () => undefined });
  try {
    return await run(db);
  } finally {
    await db.destroy();
  }
}

async function checkDatabase(db: Db): Promise<string> {
  const version = await readServerVersion(db);
  const missing = await findMissingPreparation(db);
  if (missing) throw new CommandError(`run \`migrate\` first; missing: ${missing}`);
  return `PostgreSQL ${version}, schema up to date`;
}

/** Checks that the servers' role has no excess rights, such as changing the audit log. */
async function checkRole(db: Db): Promise<string> {
  const excess = await listExcessPrivileges(db);
  if (excess.length > 0) {
    throw new CommandError(
      `the role of DATABASE_URL ${excess.join(", ")}: give servers a separate role (docs/operations.md)`,
    );
  }
  return "no excess rights";
}

/** Writes, reads and removes a test file in the photo storage. */
async function checkStorage(config: Config | undefined): Promise<string> {
  if (!config) throw new CommandError("skipped: the settings are invalid");
  const storage = await createStorage(config);
  const id = randomUUID();
  const key = photoKey(id, 320);
  try {
    await storage.write(key, new Uint8Array([1]));
    if (!(await readPhoto(storage, key)))
      throw new CommandError("a file that was just written cannot be read");
  } finally {
    await storage.remove(id);
  }
  const place = config.s3 ? `private bucket ${config.s3.bucket}` : `folder ${config.dataDir}`;
  if (config.photoBaseUrl === "") return place;
  return `${place}; ${config.photoBaseUrl} must pull ${config.publicUrl}/photos`;
}

/** Connects to the mail server without sending, or checks that email files can be written. */
async function checkMail(config: Config | undefined): Promise<string> {
  if (!config) throw new CommandError("skipped: the settings are invalid");
  try {
    return await createMailer(config.mail).check();
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

/** Requests a payment that does not exist from Stripe. The right error proves that the key is valid. */
async function checkProvider(config: Config | undefined): Promise<string> {
  if (!config) throw new CommandError("skipped: the settings are invalid");
  try {
    await createStripe(config.stripe).paymentIntents.retrieve("pi_check");
  } catch (error) {
    const isMissing =
      error instanceof Stripe.errors.StripeError && error.code === "resource_missing";
    if (!isMissing) throw new CommandError(explainStripeError(error));
  }
  const webhooks = config.stripe.webhookSecret ? "" : ", no webhook secret";
  return (
    (config.stripe.sandbox ? `Stripe sandbox at ${config.stripe.sandbox.apiUrl}` : "Stripe") +
    webhooks
  );
}

/** Explains an error of Stripe to the operator. Visitors learn only that the provider is not available. */
function explainStripeError(error: unknown): string {
  if (error instanceof Stripe.errors.StripeAuthenticationError)
    return "Stripe rejected STRIPE_SECRET_KEY";
  if (error instanceof Stripe.errors.StripePermissionError) {
    return "STRIPE_SECRET_KEY has no permission to read payments";
  }
  if (error instanceof Stripe.errors.StripeConnectionError) {
    return `cannot connect: ${error.detail instanceof Error ? error.detail.message : error.message}`;
  }
  if (error instanceof Stripe.errors.StripeError)
    return `Stripe answered ${error.statusCode} ${error.type}`;
  return String(error);
}
