import type { Tx } from "@studbook/db/client";
import type { FastifyBaseLogger } from "fastify";
import { type ConstructorOptions, fromKysely, PgBoss } from "pg-boss";

/** Puts work into a queue in the caller's transaction: it is done if that commits, and only then. */
export type Enqueue = (tx: Tx, queue: string, data: object) => Promise<void>;

export type BossParts = {
  url: string;
  logger: FastifyBaseLogger;
  clock?: ConstructorOptions["clock"];
};

const POOL_SIZE = 2;

/**
 * The job queue of a database, which does nothing before it is started. It lives in a schema `pgboss` of
 * its own, which the owner installs (`installQueue`), and uses at most two connections.
 */
export function createBoss(
  { url, logger, clock }: BossParts,
  options?: ConstructorOptions,
): PgBoss {
  const boss = new PgBoss({
    connectionString: url,
    application_name: "studbook-jobs",
    max: POOL_SIZE,
    maintenanceIntervalSeconds: 60 * 60,
    // The server's role may change neither tables nor indexes.
    migrate: false,
    reindex: false,
    ...options,
    ...(clock && { clock }),
  });
  boss.on("error", (error) => logger.warn({ err: error }, "the job queue failed"));
  return boss;
}

/** Works once the boss has started. */
export function createEnqueue(boss: PgBoss): Enqueue {
  return async (tx, queue, data) => {
    const id = await boss.send(queue, data, { db: fromKysely(tx) });
    if (id === null) throw new Error(`The queue ${queue} has not taken a job`);
  };
}
