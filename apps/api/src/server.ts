import type { Db } from "@studbook/db/client";
import { createDatabaseClock, type DatabaseClock } from "@studbook/db/clock";
import { listExcessPrivileges } from "@studbook/db/queries/server-privileges";
import type { FastifyBaseLogger } from "fastify";
import { buildApp } from "./app.ts";
import { describeClockError } from "./clock-error.ts";
import type { Config } from "./config.ts";
import { openDatabases } from "./databases.ts";
import { LONGEST_NOTICE_MS } from "./environment.ts";
import { type Acceptors, listen } from "./http/acceptors.ts";
import { PollWatch } from "./http/poll-watch.ts";
import type { Readiness } from "./http/readiness.ts";
import { createBoss, createEnqueue } from "./jobs/boss.ts";
import { startFoldingCounts } from "./jobs/fold-counts.ts";
import { listHourlyJobs } from "./jobs/hourly-jobs.ts";
import { startKeepingQueueTimes } from "./jobs/keep-queue-times.ts";
import { type RunningJobs, runJobs } from "./jobs/run-jobs.ts";
import { checkLegalDir } from "./legal/render-legal-page.ts";
import { createMailer } from "./mail/create-mailer.ts";
import { listMailJobs } from "./mail/mail-jobs.ts";
import { listMailQueues } from "./mail/mail-queues.ts";
import { type MetricsServer, serveMetrics } from "./metrics/serve-metrics.ts";
import { loadWebApp } from "./pages/load-web-app.ts";
import { listPaymentJobs } from "./payments/payment-jobs.ts";
import { openPayments } from "./payments/payment-parts.ts";
import { createStripe } from "./payments/stripe-client.ts";
import { createStorage } from "./photos/create-storage.ts";
import { findStorageProblem } from "./photos/find-storage-problem.ts";
import type { PhotoStorage } from "./photos/storage.ts";
import { openResponseCache } from "./response-cache/open-response-cache.ts";
import { retryWhileUnavailable, waitForDatabase } from "./wait-for-database.ts";
import { waitUntilPrepared } from "./wait-until-prepared.ts";

type ServerParts = {
  logger: FastifyBaseLogger;
  /** The database's clock; one of its own by default. */
  clock?: DatabaseClock;
  /** Fills the migrated database before the server is ready. */
  prepare?: (db: Db) => Promise<void>;
  /** Replaces the storage that the server uses. */
  wrapStorage?: (parts: { storage: PhotoStorage; db: Db }) => PhotoStorage;
};

export type Server = {
  /**
   * Listens and waits for a migrated database. Resolves to true once the server is ready, or to false if it is stopped
   * first.
   *
   * @throws an error for `explainStartError` if the server cannot start
   */
  start(): Promise<boolean>;
  /**
   * Accepts requests until the load balancers have noticed that the server is leaving, lets open requests finish, then
   * closes everything. A second call ends the first wait.
   */
  stop(reason: string): Promise<void>;
};

/**
 * Creates the server of one process: calls, pages and jobs. It does nothing before it is started.
 *
 * @throws ConfigError if something that the settings refer to does not exist
 */
export async function createServer(config: Config, parts: ServerParts): Promise<Server> {
  const { logger, prepare, wrapStorage } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const hurry = new AbortController();
  const polls = new PollWatch();
  const readiness: Readiness = { state: "starting", polls };
  const databases = openDatabases(config, logger);
  const baseStorage = await createStorage(config);
  const storage = wrapStorage?.({ storage: baseStorage, db: databases.reads }) ?? baseStorage;
  await checkLegalDir(config.legalDir);
  const webApp = config.development ? undefined : await loadWebApp(config.webDist);
  const stripe = createStripe(config.stripe);
  const boss = createBoss({ url: config.database.directUrl, logger });
  const enqueue = createEnqueue(boss);
  const onError = (err: unknown) => logger.warn({ err }, "could not read the database's clock");
  const { clock = createDatabaseClock(databases.jobs, { onError }) } = parts;
  const shared = { config, storage, stripe, clock: clock.now, logger, readiness, enqueue };
  const { reads, changes, probe, replica } = databases;
  const responseCache = openResponseCache(config, logger, replica?.noteWrites);
  const caching = responseCache && { cache: responseCache.cache };
  const app = await buildApp({
    ...shared,
    db: changes,
    readDb: reads,
    ...(replica && { guestDb: replica.reads }),
    probeDb: probe,
    ...(webApp && { webApp }),
    ...caching,
  });
  const db = databases.jobs;
  const all = { ...shared, db };
  const { metricsPort, host, build } = config;
  let acceptors: Promise<Acceptors> | undefined;
  let metrics: MetricsServer | undefined;
  let jobs: Promise<RunningJobs> | undefined;
  /** Does not delay the start, because a disk can be slow. */
  let storageCheck: Promise<void> | undefined;

  async function warnAboutExcessPrivileges(): Promise<void> {
    const excess = await listExcessPrivileges(db);
    if (excess.length > 0) {
      logger.warn(
        { excess },
        "this server's database role has excess privileges; use a separate role",
      );
    }
    if (config.database.knowsOwner) {
      logger.warn(
        "DATABASE_OWNER_URL is set on a server. Remove it; only the studbook commands need it",
      );
    }
  }

  function warnAboutClock(): void {
    const clocks = { name: "the database's", reference: "this server's" };
    const error = describeClockError(clocks, clock.now().getTime() - Date.now());
    if (error) logger.warn(`${error}; run \`studbook check\``);
  }

  async function warnAboutStorage(): Promise<void> {
    try {
      const reason = await findStorageProblem(config);
      if (reason) logger.warn({ reason }, "members cannot upload photos");
    } catch (err) {
      logger.warn({ err }, "could not check the photo storage");
    }
  }

  async function becomeReady(): Promise<void> {
    const onWait = (reason: string) => logger.warn({ reason }, "waiting for the database");
    const waiting = { onWait, signal };
    if (metricsPort !== undefined) {
      metrics = await serveMetrics(
        { port: metricsPort, host, logger },
        { databases, replica, readiness, build, ...caching },
      );
    }
    // Assigned before it is awaited, so that stop() can also close sockets that are still opening.
    acceptors = listen(app, { port: config.port, host });
    await acceptors;
    const { url, directUrl } = config.database;
    await waitForDatabase(probe, { url, ...waiting });
    if (directUrl !== url) {
      await waitForDatabase(db, { url: directUrl, setting: "DATABASE_DIRECT_URL", ...waiting });
    }
    await waitUntilPrepared(db, logger, signal);
    await retryWhileUnavailable(clock.refresh, waiting);
    await caching?.cache.freshness.catchUp();
    warnAboutClock();
    await retryWhileUnavailable(warnAboutExcessPrivileges, waiting);
    await retryWhileUnavailable(async () => prepare?.(db), waiting);
    signal.throwIfAborted();
    storageCheck = warnAboutStorage();
    startFoldingCounts(databases.counts, logger, signal);
    startKeepingQueueTimes(databases.jobs, logger, signal);
    // As above, so that stop() can also end jobs that are still starting.
    jobs = runJobs({
      boss,
      jobs: [...listHourlyJobs(all), ...listPaymentJobs(openPayments(all)), ...listMailJobs(all)],
      queues: listMailQueues({ ...all, mailer: createMailer(config.mail) }),
      logger,
      signal,
    });
    await jobs;
    signal.throwIfAborted();
    readiness.state = "ready";
  }

  return {
    async start() {
      try {
        await becomeReady();
        return true;
      } catch (error) {
        if (signal.aborted) return false;
        throw error;
      }
    },
    async stop(reason) {
      if (signal.aborted) return hurry.abort();
      const wasReady = readiness.state === "ready";
      readiness.state = "draining";
      stopping.abort();
      logger.info({ reason }, "draining");
      if (wasReady) await polls.waitUntilNoticed(LONGEST_NOTICE_MS, hurry.signal);
      const cutOff = setTimeout(() => {
        logger.warn("closing the connections whose requests have not ended within DRAIN_SECONDS");
        app.server.closeAllConnections();
      }, config.drainSeconds * 1000);
      await Promise.allSettled([
        app.close(),
        acceptors?.then((open) => open.close()),
        jobs?.then((running) => running.stop()),
        storageCheck,
      ]);
      clearTimeout(cutOff);
      await Promise.all([metrics?.close(), responseCache?.close(), databases.close()]);
    },
  };
}
