import type { Tx } from "@studbook/db/client";
import type { FastifyBaseLogger } from "fastify";
import { type ConstructorOptions, fromKysely, PgBoss } from "pg-boss";

/** When work is done that waits in a queue. */
export type Turn = {
  /** The highest first; 0 unless given. What is equally urgent is done in the order in which it came. */
  priority?: number;
  /** Not before so many seconds have passed. */
  afterSeconds?: number;
};

/** Puts work into a queue in the caller's transaction: it is done if that commits, and only then. */
export type Enqueue = (tx: Tx, queue: string, data: object, turn?: Turn) => Promise<void>;

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
    // How late a job is deleted at most; some hold what was typed. Costs a statement or two on a small table.
    maintenanceIntervalSeconds: 60,
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
  return async (tx, queue, data, { priority = 0, afterSeconds = 0 } = {}) => {
    const options = { db: fromKysely(tx), priority, startAfter: afterSeconds };
    const id = await boss.send(queue, data, options);
    if (id === null) throw new Error(`The queue ${queue} has not taken a job`);
  };
}
