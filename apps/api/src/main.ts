import { createDb, type Db } from "@studbook/db/client";
import { migrateToLatest } from "@studbook/db/migrate";
import { buildApp } from "./app.ts";
import { completeSettings } from "./complete-settings.ts";
import { type Config, readConfig } from "./config.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD, loadDemo } from "./demo/load-demo.ts";
import { explainStartError } from "./explain-start-error.ts";
import type { Readiness } from "./http/readiness.ts";
import { createBoss, createEnqueue } from "./jobs/boss.ts";
import { listHourlyJobs } from "./jobs/hourly-jobs.ts";
import { keepCountsShort } from "./jobs/keep-counts-short.ts";
import { type RunningJobs, runJobs } from "./jobs/run-jobs.ts";
import { createLogger } from "./log.ts";
import { listMailJobs } from "./mail/mail-jobs.ts";
import { listMailQueues } from "./mail/mail-queues.ts";
import { createMailer } from "./mail/mailer.ts";
import { serveMetrics } from "./metrics/serve-metrics.ts";
import { loadWebApp } from "./pages/load-web-app.ts";
import { listPaymentJobs } from "./payments/payment-jobs.ts";
import { openPayments } from "./payments/payment-parts.ts";
import { createStripe } from "./payments/stripe-client.ts";
import { createStorage } from "./photos/create-storage.ts";
import type { PhotoStorage } from "./photos/storage.ts";
import { untilDatabaseAnswers } from "./until-database-answers.ts";

const stopping = new AbortController();

/** Opens what is needed, listens, migrates, and drains on SIGTERM or SIGINT. */
async function main(config: Config): Promise<void> {
  const logger = createLogger(config.logLevel);
  const readiness: Readiness = { state: "starting" };
  const db = createDb({
    url: config.database.url,
    poolSize: config.database.poolSize,
    applicationName: "studbook-api",
    // The error holds the whole client, its password among the rest.
    onPoolError: ({ message }) => logger.error(`A database connection was lost: ${message}`),
  });
  const storage = await createStorage(config);
  const webApp = config.development ? undefined : await loadWebApp(config.webDist);
  const clock = () => new Date();
  const stripe = createStripe(config.stripe);
  const boss = createBoss({ url: config.database.url, logger });
  const enqueue = createEnqueue(boss);
  const parts = { config, db, storage, stripe, clock, logger, readiness, enqueue };
  const { metricsPort, host, build } = config;
  const metrics =
    metricsPort === undefined
      ? undefined
      : await serveMetrics({ port: metricsPort, host, logger }, { db, readiness, build });
  const app = await buildApp({ ...parts, ...(webApp && { webApp }) });

  let jobs: Promise<RunningJobs> | undefined;
  const stop = async (reason: string) => {
    if (stopping.signal.aborted) return;
    readiness.state = "draining";
    stopping.abort();
    logger.info({ reason }, "draining");
    setTimeout(() => process.exit(1), config.drainSeconds * 1000).unref();
    await Promise.allSettled([app.close(), jobs?.then((running) => running.stop())]);
    await Promise.all([metrics?.close(), db.destroy()]);
  };
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => stop(signal));
  // `pnpm start` keeps a channel to us, which ends with it however it ends.
  process.once("disconnect", () => stop("disconnect"));
  process.channel?.unref();

  await app.listen({ port: config.port, host: config.host });
  await untilDatabaseAnswers(db, config, stopping.signal);
  await migrateToLatest({ url: config.database.url });
  if (config.mode === "demo") await prepareDemo(db, storage);
  if (stopping.signal.aborted) return;
  keepCountsShort(db, logger, stopping.signal);
  // Known before it is waited for, so that a stop meanwhile ends it too.
  jobs = runJobs({
    boss,
    jobs: [
      ...listHourlyJobs(parts),
      ...listPaymentJobs(openPayments(parts)),
      ...listMailJobs(parts),
    ],
    queues: listMailQueues({ ...parts, mailer: createMailer(config.mail) }),
    logger,
  });
  await jobs;
  if (stopping.signal.aborted) return;
  readiness.state = "ready";
  process.stdout.write(`Ready on ${config.publicUrl}\n`);
}

async function prepareDemo(db: Db, storage: PhotoStorage): Promise<void> {
  const onBegin = () => {
    process.stdout.write("Drawing and loading the demo's listings, once; this takes a moment.\n");
  };
  await loadDemo({ db, storage, now: new Date(), signal: stopping.signal, onBegin });
  const names = DEMO_ACCOUNTS.join(", ");
  process.stdout.write(`Demo accounts: ${names}; password ${DEMO_PASSWORD}\n`);
}

try {
  await main(readConfig(completeSettings(process.env)));
} catch (error) {
  if (!stopping.signal.aborted) {
    process.stderr.write(`${explainStartError(error)}\n`);
    process.exit(1);
  }
}
