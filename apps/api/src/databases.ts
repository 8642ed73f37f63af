import { randomBytes } from "node:crypto";
import { createDb, type Db, type DbOptions } from "@studbook/db/client";
import { cancelLockWaits } from "@studbook/db/queries/lock-waits";
import { REPLICA_READ_MS } from "@studbook/db/replica-reads";
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "./config.ts";
import { openReplica, type Replica } from "./open-replica.ts";

/**
 * A server's database handles. Each has connections of its own, so that changes that wait for a lock do not stop reads, and
 * neither of them stops jobs or health checks.
 */
export type Databases = {
  /** For requests that read: pages, photos and queries. */
  reads: Db;
  /** For all other requests. */
  changes: Db;
  /** One connection for health checks. */
  probe: Db;
  /** One connection for watching and ending what the others do. */
  control: Db;
  jobs: Db;
  /** One connection for folding counts. Its statements are short, so a silent connection is given up soon. */
  counts: Db;
};

type OpenDatabases = Databases & {
  /** For what guests read and everyone may see, if there is a replica. */
  replica: Replica | undefined;
  close(): Promise<void>;
};

const JOB_CONNECTIONS = 3;
/** Bounds how long a starting server waits for a silent database before it tries again. */
const JOB_CONNECT_MS = 2000;

/** A request is refused within 3 s (docs/reliability.md), so each of its steps must end sooner. */
export const REQUEST_LIMITS = {
  connectTimeoutMs: 1500,
  statementTimeoutMs: 1800,
  lockTimeoutMs: 1500,
  // A request does nothing else between two statements of a transaction.
  idleTransactionTimeoutMs: 5000,
  maxWaiting: 100,
} satisfies Partial<DbOptions>;

const PROBE_LIMITS = {
  connectTimeoutMs: 1500,
  statementTimeoutMs: 900,
  maxWaiting: 10,
} satisfies Partial<DbOptions>;

/** A read that takes longer is repeated on the primary. */
const REPLICA_LIMITS = {
  connectTimeoutMs: REPLICA_READ_MS,
  statementTimeoutMs: REPLICA_READ_MS,
  maxWaiting: 100,
} satisfies Partial<DbOptions>;

/** A lock wait that is longer than this is cancelled if other requests need the connection. */
const LONG_LOCK_WAIT_MS = 250;

/** When the database restarts, all connections are lost at about the same time. */
const LOSS_MS = 500;

/** Logs connections that are lost together in one line. Requests are not affected: the pools open new ones. */
function createLossLog(logger: FastifyBaseLogger): DbOptions["onPoolError"] {
  let connections = 0;
  return ({ message: reason }) => {
    if (connections++ > 0) return;
    // Not the whole error: it holds the client and its password.
    const log = () => {
      logger.warn({ reason, connections }, "lost idle database connections");
      connections = 0;
    };
    setTimeout(log, LOSS_MS).unref();
  };
}

/** Opens the pools of a server, which connect on demand. */
export function openDatabases(
  { database }: Pick<Config, "database">,
  logger: FastifyBaseLogger,
): OpenDatabases {
  const onPoolError = createLossLog(logger);
  const processId = randomBytes(4).toString("hex");
  const nameOf = (purpose: string) => `studbook-api ${purpose} ${processId}`;
  const open = (purpose: string, poolSize: number, options: Partial<DbOptions>) =>
    createDb({
      url: database.url,
      poolSize,
      applicationName: nameOf(purpose),
      // On a quiet site every visitor and job would need a new connection, which costs more than a query.
      idleTimeoutMs: 0,
      onPoolError,
      ...options,
    });
  const direct = { url: database.directUrl };
  const control = open("control", 1, { ...direct, ...PROBE_LIMITS });
  const openForRequests = (purpose: string, poolSize: number, options: Partial<DbOptions> = {}) =>
    open(purpose, poolSize, {
      ...REQUEST_LIMITS,
      cancelLockWaits: () =>
        cancelLockWaits(control, nameOf(purpose), LONG_LOCK_WAIT_MS).catch(({ message }: Error) =>
          logger.debug({ reason: message }, "could not cancel lock waits"),
        ),
      ...options,
    });
  const reading = Math.ceil(database.poolSize / 2);
  const reads = openForRequests("reads", reading);
  const { replicaUrl: url } = database;
  const replica =
    url === undefined
      ? undefined
      : openReplica({
          primary: reads,
          primaryProbe: control,
          replica: open("replica", reading, { url, ...REPLICA_LIMITS }),
          replicaProbe: open("replica probe", 1, { url, ...PROBE_LIMITS }),
          logger,
        });
  const databases = {
    reads,
    changes: openForRequests(
      "changes",
      Math.max(1, database.poolSize - reading),
      replica && { onRelease: replica.noteWrites },
    ),
    probe: open("probe", 1, PROBE_LIMITS),
    control,
    jobs: open("jobs", JOB_CONNECTIONS, { ...direct, connectTimeoutMs: JOB_CONNECT_MS }),
    counts: open("counts", 1, {
      ...direct,
      connectTimeoutMs: JOB_CONNECT_MS,
      statementTimeoutMs: 5000,
    }),
  };
  return {
    ...databases,
    replica,
    async close() {
      await replica?.close();
      await Promise.all(Object.values(databases).map((db) => db.destroy()));
    },
  };
}
