import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import { addressOf, KEEP_ALIVE } from "./connect.ts";
import { LimitedPool } from "./limited-pool.ts";
import type { DB } from "./schema.gen.ts";

/** A handle that runs each query outside a transaction. */
export type Db = Kysely<DB>;

/** A transaction. A function that takes it does not compile with a plain `Db`. */
export type Tx = Transaction<DB>;

export type DbOptions = {
  url: string;
  /** Maximum number of connections; 10 by default. */
  poolSize?: number;
  applicationName?: string;
  /** How long to wait for a free connection, in milliseconds; 5 s by default. */
  connectTimeoutMs?: number;
  /** How long one statement can run, in milliseconds; 15 s by default, 0 for no limit. */
  statementTimeoutMs?: number;
  /** How long one statement can wait for a lock, in milliseconds; by default as long as it can run. */
  lockTimeoutMs?: number;
  /** How long a transaction can wait for its next statement; by default as long as a statement can run, at least 30 s. */
  idleTransactionTimeoutMs?: number;
  /** How long an unused connection stays open, in milliseconds; 10 s by default, 0 to keep it open. */
  idleTimeoutMs?: number;
  /** How many callers can wait for a connection; any number by default. */
  maxWaiting?: number;
  /** Ends the lock waits of the pool. Called if all connections are in use and callers wait. */
  cancelLockWaits?: () => Promise<void>;
  /** Called when a caller has finished with a connection, before it learns that its transaction is committed. */
  onRelease?: () => void;
  /** Called when an idle connection is lost; without a listener that would end the process. */
  onPoolError: (error: Error) => void;
};

/**
 * How much longer the client waits than the server: enough for the server's own timeout to arrive first, so that a
 * connection is given up only if the network or the server is silent.
 */
const RESPONSE_GRACE_MS = 100;

/**
 * Lets the server process of a connection keep its memory. Until it has freed a large block once, glibc returns memory to the
 * operating system after each statement and takes it back for the next one (mallopt(3), "M_MMAP_THRESHOLD"), and a search
 * takes 1.6 times as long (docs/decisions/065-first-statement.md).
 */
export const FREE_LARGE_BLOCK = "select length(repeat('x', 1048576))";

const LATEST_DATE = new Date(8_640_000_000_000_000);

/**
 * Creates a connection pool, which connects with the first query. Columns are snake_case in PostgreSQL and camelCase
 * here. Dates are 'YYYY-MM-DD' strings, instants are Dates, and bigints are numbers.
 */
export function createDb(options: DbOptions): Db {
  const statementTimeoutMs = options.statementTimeoutMs ?? 15_000;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize ?? 10,
    application_name: options.applicationName ?? "studbook",
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    idleTimeoutMillis: options.idleTimeoutMs ?? 10_000,
    statement_timeout: statementTimeoutMs,
    // Not 0, which pg does not send: the role can have another default.
    lock_timeout: options.lockTimeoutMs ?? statementTimeoutMs,
    idle_in_transaction_session_timeout:
      options.idleTransactionTimeoutMs ??
      (statementTimeoutMs && Math.max(statementTimeoutMs, 30_000)),
    ...KEEP_ALIVE,
    types: createTypes(),
  });
  pool.on("error", options.onPoolError);
  pool.on("connect", (client) => {
    // The pool only listens to idle connections. If one is lost during a transaction, its next query fails.
    client.on("error", () => undefined);
    // If it fails, so does the next query.
    client.query(FREE_LARGE_BLOCK).catch(() => undefined);
  });
  const limited = new LimitedPool(pool, {
    address: addressOf(options.url),
    responseTimeoutMs: statementTimeoutMs && statementTimeoutMs + RESPONSE_GRACE_MS,
    maxWaiting: options.maxWaiting ?? Number.POSITIVE_INFINITY,
    ...(options.cancelLockWaits && { cancelLockWaits: options.cancelLockWaits }),
    ...(options.onRelease && { onRelease: options.onRelease }),
  });
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: limited }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  pools.set(db, pool);
  return db;
}

const pools = new WeakMap<Db, pg.Pool>();

/** Counts the open and idle connections of a pool from `createDb`, and the callers that wait for one. */
export function countConnections(db: Db): { open: number; idle: number; waiting: number } {
  const pool = pools.get(db);
  if (!pool) throw new TypeError("This handle was not created by createDb");
  return { open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount };
}

/** Parsers of PostgreSQL values: dates as text, bigints as numbers. */
export function createTypes(): pg.TypeOverrides {
  const { builtins } = pg.types;
  const types = new pg.TypeOverrides();
  const parseInstant = pg.types.getTypeParser(builtins.TIMESTAMPTZ);
  types.setTypeParser(builtins.DATE, (text: string) => text);
  types.setTypeParser(builtins.INT8, parseInt8);
  // pg returns the number Infinity for 'infinity', which has no methods of a Date.
  types.setTypeParser(builtins.TIMESTAMPTZ, (text: string) =>
    text === "infinity" ? LATEST_DATE : parseInstant(text),
  );
  return types;
}

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`);
  return value;
}
