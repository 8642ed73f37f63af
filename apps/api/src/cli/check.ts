import { createDb, type Db } from "@studbook/db/client";
import { readClock } from "@studbook/db/clock";
import { isReadOnly, READ_ONLY, readPostgresVersion } from "@studbook/db/ping";
import { listExcessPrivileges } from "@studbook/db/queries/server-privileges";
import { findReplicaProblem } from "@studbook/db/replica-watch";
import Stripe from "stripe";
import { describeClockError } from "../clock-error.ts";
import { type Config, readConfig } from "../config.ts";
import { checkLegalDir } from "../legal/render-legal-page.ts";
import { createMailer } from "../mail/create-mailer.ts";
import { createStripe } from "../payments/stripe-client.ts";
import { findStorageProblem } from "../photos/find-storage-problem.ts";
import { findMissingPreparation } from "../wait-until-prepared.ts";
import { checkPooler, usesPooler } from "./check-pooler.ts";
import { CommandError, explainFailure } from "./explain-failure.ts";
import { getSettings, type Settings } from "./settings.ts";

const NO_INTENT = "pi_check";

export type Check = { name: string; ok: boolean; detail: string };

/**
 * Checks everything that a server needs. Runs every check even if others fail. Checks that need valid settings fail if the
 * settings are invalid.
 */
export async function checkAll(environment: Settings): Promise<Check[]> {
  let settings = environment;
  let config: Config | undefined;
  const configCheck = await check("config", async () => {
    settings = getSettings(environment);
    config = readConfig(settings);
    await checkLegalDir(config.legalDir);
    return config.mode === "demo" ? "demo" : `production at ${config.publicUrl}`;
  });
  const database = await check("database", () =>
    withConnection(settings.DATABASE_URL, checkDatabase),
  );
  const withDatabase = async (run: (db: Db) => Promise<string>) => {
    if (database.ok) return await withConnection(settings.DATABASE_URL, run);
    throw new CommandError("not checked; fix `database` first");
  };
  return [
    configCheck,
    database,
    await check("role", () => withDatabase(checkRole)),
    ...(database.ok && (await usesPooler(settings))
      ? [await check("pooler", () => checkPooler(settings))]
      : []),
    ...(settings.DATABASE_REPLICA_URL
      ? [await check("replica", () => withDatabase((db) => checkReplica(db, settings)))]
      : []),
    await check("storage", () => checkStorage(requireConfig(config))),
    await check("stripe", () => checkStripe(requireConfig(config))),
    await check("mail", () => checkMail(requireConfig(config))),
    await check("clock", () => withDatabase((db) => checkClocks(db, requireConfig(config)))),
  ];
}

function requireConfig(config: Config | undefined): Config {
  if (config) return config;
  throw new CommandError("not checked; fix `config` first");
}

async function check(name: string, run: () => Promise<string>): Promise<Check> {
  try {
    return { name, ok: true, detail: await run() };
  } catch (error) {
    return {
      name,
      ok: false,
      detail: explainFailure(error, { asJson: false }).replaceAll("\n", " "),
    };
  }
}

async function withConnection(
  url: string | undefined,
  run: (db: Db) => Promise<string>,
): Promise<string> {
  if (!url) throw new CommandError("DATABASE_URL is not set");
  const db = createDb({ url, poolSize: 1, connectTimeoutMs: 3000, onPoolError: () => undefined });
  try {
    return await run(db);
  } finally {
    await db.destroy();
  }
}

async function checkDatabase(db: Db): Promise<string> {
  const version = await readPostgresVersion(db);
  const missing = await findMissingPreparation(db);
  if (missing) {
    throw new CommandError(`the database is not prepared; missing: ${missing}. Run \`migrate\`.`);
  }
  if (await isReadOnly(db)) throw new CommandError(READ_ONLY);
  return `PostgreSQL ${version}, schema up to date`;
}

/** Checks that the servers' role has no excess privileges, such as changing the audit log. */
async function checkRole(db: Db): Promise<string> {
  const excess = await listExcessPrivileges(db);
  if (excess.length > 0) {
    throw new CommandError(
      `the DATABASE_URL role has excess privileges. It ${excess.join(", ")}. ` +
        "Use a separate role for servers; see docs/operations.md",
    );
  }
  return "no excess privileges";
}

/** Checks that the replica is a standby of the database and current, as a server does. */
function checkReplica(db: Db, { DATABASE_REPLICA_URL: url }: Settings): Promise<string> {
  return withConnection(url, async (replica) => {
    const startedAt = performance.now();
    const problem = await findReplicaProblem(db, replica);
    if (problem) throw new CommandError(`DATABASE_REPLICA_URL cannot be used: ${problem}`);
    const ms = Math.round(performance.now() - startedAt);
    return `standby of the database, had all changes after ${ms} ms`;
  });
}

async function checkStorage(config: Config): Promise<string> {
  const problem = await findStorageProblem(config);
  if (problem) throw new CommandError(problem);
  const place = config.s3 ? `private bucket ${config.s3.bucket}` : `folder ${config.dataDir}`;
  if (config.photoBaseUrl === "") return place;
  return `${place}; not checked: whether the CDN at ${config.photoBaseUrl} pulls from ${config.publicUrl}/photos`;
}

/** Connects to the mail server without sending, or writes a test file where email files are written. */
async function checkMail(config: Config): Promise<string> {
  try {
    return await createMailer(config.mail).check();
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

/** Retrieves a nonexistent payment intent from Stripe. A `resource_missing` error proves that the key is valid. */
async function checkStripe(config: Config): Promise<string> {
  try {
    await createStripe(config.stripe).paymentIntents.retrieve(NO_INTENT);
  } catch (error) {
    const isMissing =
      error instanceof Stripe.errors.StripeError && error.code === "resource_missing";
    if (!isMissing) throw new CommandError(describeStripeError(error));
  }
  const webhooks = config.stripe.webhookSecret
    ? ""
    : "; STRIPE_WEBHOOK_SECRET is not set, so webhooks are rejected";
  return (
    (config.stripe.sandbox ? `Stripe sandbox at ${config.stripe.sandbox.apiUrl}` : "Stripe") +
    webhooks
  );
}

/** Compares the clocks of the database, by which everything is decided, and of this machine with Stripe's. */
async function checkClocks(db: Db, config: Config): Promise<string> {
  const database = await readBeside(() => readClock(db));
  const stripe = await readBeside(() => readStripeClock(config));
  const databaseMs = database.time.getTime() - database.machineMs;
  if (!stripe.time) {
    const clocks = { name: "the database's", reference: "this machine's" };
    refuse([describeClockError(clocks, databaseMs)]);
    return "the database's clock matches this machine's; Stripe's could not be read";
  }
  const stripeMs = stripe.time.getTime() - stripe.machineMs;
  refuse([
    describeClockError({ name: "the database's", reference: "Stripe's" }, databaseMs - stripeMs),
    describeClockError({ name: "this machine's", reference: "Stripe's" }, -stripeMs),
  ]);
  return "the clocks of the database and this machine match Stripe's";
}

/** Throws CommandError if there is an error. */
function refuse(errors: readonly (string | undefined)[]): void {
  const text = errors.filter((error) => error !== undefined).join(", and ");
  if (text === "") return;
  throw new CommandError(
    `${text}. Synchronize the clock with NTP; see docs/operations.md, Wrong clock`,
  );
}

/** Reads a clock, and this machine's in the middle of that. */
async function readBeside<T>(read: () => Promise<T>): Promise<{ time: T; machineMs: number }> {
  const sentAt = Date.now();
  const time = await read();
  return { time, machineMs: (sentAt + Date.now()) / 2 };
}

/** Returns the `Date` of Stripe's response, which errors have too. Returns undefined if Stripe does not respond. */
async function readStripeClock(config: Config): Promise<Date | undefined> {
  const reason: unknown = await createStripe(config.stripe)
    .paymentIntents.retrieve(NO_INTENT)
    .catch((error: unknown) => error);
  const date = reason instanceof Stripe.errors.StripeError && reason.headers?.date;
  return date ? new Date(date) : undefined;
}

/** Describes a Stripe error for the operator. Visitors are told only that payments are unavailable. */
function describeStripeError(error: unknown): string {
  if (error instanceof Stripe.errors.StripeAuthenticationError)
    return "Stripe rejected STRIPE_SECRET_KEY. Copy it again from the Stripe Dashboard";
  if (error instanceof Stripe.errors.StripePermissionError) {
    return "STRIPE_SECRET_KEY does not have permission to read payments. Grant it access to PaymentIntents";
  }
  if (error instanceof Stripe.errors.StripeConnectionError) {
    return `cannot connect to Stripe: ${error.detail instanceof Error ? error.detail.message : error.message}`;
  }
  if (error instanceof Stripe.errors.StripeError)
    return `Stripe returned HTTP ${error.statusCode} (${error.type})`;
  return String(error);
}
