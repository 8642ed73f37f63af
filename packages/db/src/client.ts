import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import { NamingPool } from "./named-statements.ts";
import type { DB } from "./schema.gen.ts";

/** A handle whose queries each run on their own. */
export type Db = Kysely<DB>;

/** A handle inside a transaction. A function that takes it does not compile with a plain `Db`. */
export type Tx = Transaction<DB>;

export type DbOptions = {
  url: string;
  /** Connections at most; 10 by default. */
  poolSize?: number;
  applicationName?: string;
  /** How long to wait for a free connection, in ms; 5 s by default. */
  connectTimeoutMs?: number;
  /** How long one statement may run, in ms; 15 s by default, 0 for ever. */
  statementTimeoutMs?: number;
  /** Told of every idle connection that was lost. Without a listener such a loss would end the process. */
  onPoolError: (error: Error) => void;
};

const LATEST_DATE = new Date(8_640_000_000_000_000);

/**
 * Opens a pool of connections; nothing is sent before the first query. Columns are snake_case in
 * PostgreSQL and camelCase here; a date is 'YYYY-MM-DD', an instant a Date, a count a number.
 */
export function createDb(options: DbOptions): Db {
  const statementTimeoutMs = options.statementTimeoutMs ?? 15_000;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize ?? 10,
    application_name: options.applicationName ?? "studbook",
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs && Math.max(statementTimeoutMs, 30_000),
    keepAlive: true,
    types: createTypes(),
  });
  pool.on("error", options.onPoolError);
  // The pool listens to idle connections alone. One that is lost in the middle of a transaction shows in
  // the next query.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: new NamingPool(pool) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  pools.set(db, pool);
  return db;
}

const pools = new WeakMap<Db, pg.Pool>();

/** The pool of a handle that `createDb` has opened: connections open and idle, callers who wait for one. */
export function countConnections(db: Db): { open: number; idle: number; waiting: number } {
  const pool = pools.get(db);
  if (!pool) throw new TypeError("This handle was not opened by createDb");
  return { open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount };
}

/** How values of PostgreSQL are read: a date as text, a count as a number. */
export function createTypes(): pg.TypeOverrides {
  const { builtins } = pg.types;
  const types = new pg.TypeOverrides();
  const parseInstant = pg.types.getTypeParser(builtins.TIMESTAMPTZ);
  types.setTypeParser(builtins.DATE, (text: string) => text);
  types.setTypeParser(builtins.INT8, parseInt8);
  // pg answers the number Infinity for 'infinity', which is no Date and has no methods of one.
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
