import type { EventEmitter } from "node:events";
import type { Tx } from "@studbook/db/client";
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

const POOL_SIZE = 2;

/**
 * Creates the client of the database's job queue, which does nothing until it is started. The queue is stored in the
 * schema `pgboss`, which `installQueue` creates as the owner. Uses up to two connections.
 */
export function createBoss(
  { url, logger, clock }: BossParts,
  options?: ConstructorOptions,
): PgBoss {
  const boss = new PgBoss({
    connectionString: url,
    application_name: "studbook-jobs",
    max: POOL_SIZE,
    // Bounds how late finished jobs are deleted: some contain what a visitor typed. A run is one or two cheap statements.
    maintenanceIntervalSeconds: 60,
    // The server role cannot change tables or indexes.
    migrate: false,
    reindex: false,
    ...options,
    ...(clock && { clock, verify: untilIdle }),
  });
  boss.on("error", (error) => logger.warn({ err: error }, "the job queue failed"));
  return boss;
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
