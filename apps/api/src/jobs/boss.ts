import type { EventEmitter } from "node:events";
import type { Tx } from "@studbook/db/client";
import { KEEP_ALIVE } from "@studbook/db/connect";
import type { FastifyBaseLogger } from "fastify";
import { type ConstructorOptions, fromKysely, PgBoss } from "pg-boss";

/** When a queued job runs. */
export type EnqueueOptions = {
  /** Higher runs first; 0 by default. Jobs of equal priority run in the order in which they were queued. */
  priority?: number;
  /** The minimum delay. */
  afterSeconds?: number;
};

/** Queues a job in the caller's transaction, so that it runs only if the transaction commits. */
export type Enqueue = (
  tx: Tx,
  queue: string,
  data: object,
  options?: EnqueueOptions,
) => Promise<void>;

export type BossParts = {
  url: string;
  logger: FastifyBaseLogger;
  clock?: ConstructorOptions["clock"];
};

/** Settings of pg, which pg-boss passes on. */
type PoolOptions = {
  statement_timeout?: number;
  lock_timeout?: number;
  query_timeout?: number;
  keepAlive?: boolean;
  keepAliveInitialDelayMillis?: number;
  idleTimeoutMillis?: number;
};

const POOL_SIZE = 2;

/** How long the queue waits for a connection. */
export const QUEUE_CONNECT_MS = 5000;

/** pg-boss waits for its statements without a limit, so a connection that drops packets silently would block it. */
const POOL_LIMITS: PoolOptions & ConstructorOptions = {
  idleTimeoutMillis: 30_000,
  connectionTimeoutMillis: QUEUE_CONNECT_MS,
  statement_timeout: 5000,
  // The role has a shorter default, for requests.
  lock_timeout: 5000,
  // Longer, so that the database's own timeout arrives first. pg closes the connection after it.
  query_timeout: 5500,
  ...KEEP_ALIVE,
};

/** A day, which is as good as never. */
const NEVER_SECONDS = 86_400;

const RETRY_MS = 2000;

/**
 * Creates the client of the database's job queue, which does nothing until it is started. The queue is stored in the
 * schema `pgboss`, which `installQueue` creates as the owner. Uses up to three connections: one listens for new jobs.
 */
export function createBoss(
  { url, logger, clock }: BossParts,
  options?: ConstructorOptions & PoolOptions,
): PgBoss {
  const settings: ConstructorOptions = {
    connectionString: url,
    application_name: "studbook-queue",
    max: POOL_SIZE,
    ...POOL_LIMITS,
    // A test's clock would time out the checks of the listening connection, which it does not wait for.
    useListenNotify: clock === undefined,
    notifyHeartbeatIntervalMs: 20_000,
    // With the time until the next full minute, this bounds how late a scheduled job starts.
    cronMonitorIntervalSeconds: 20,
    // Bounds how late finished jobs are deleted: some contain what a visitor typed.
    maintenanceIntervalSeconds: 60,
    // No job depends on another one.
    flowIntervalSeconds: NEVER_SECONDS,
    // The server role cannot change tables or indexes.
    migrate: false,
    reindex: false,
    monitorVacuum: false,
    ...options,
    ...(clock && { clock, verify: untilIdle }),
  };
  const boss = new PgBoss(settings);
  boss.on("error", (error) => {
    logger.warn({ err: error }, "the job queue failed");
    retrySoon(boss, error);
  });
  boss.on("warning", ({ message, data }) => logger.warn({ data }, message));
  return boss;
}

/** A worker whose statement has failed would otherwise wait for its next poll. */
function retrySoon(boss: PgBoss, error: Error): void {
  if (!("worker" in error) || typeof error.worker !== "string") return;
  const { worker } = error;
  setTimeout(() => boss.notifyWorker(worker), RETRY_MS).unref();
}

/**
 * Waits until a new connection of the pool is idle. With a clock, pg-boss starts each one with a statement of its own and
 * does not wait for it, and pg deprecates queries on a busy connection.
 */
function untilIdle(connection: Pick<EventEmitter, "once">, done: () => void): void {
  connection.once("drain", done);
}

/** Creates the function that queues jobs. It can be called once the boss has started. */
export function createEnqueue(boss: PgBoss): Enqueue {
  return async (tx, queue, data, { priority = 0, afterSeconds = 0 } = {}) => {
    const options = { db: fromKysely(tx), priority, startAfter: afterSeconds };
    const id = await boss.send(queue, data, options);
    if (id === null) throw new Error(`The queue ${queue} did not accept a job`);
  };
}
