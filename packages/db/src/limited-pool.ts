import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type pg from "pg";
import {
  DatabaseBusyError,
  DatabaseTimeoutError,
  DatabaseUnreachableError,
  isConnectTimeout,
  isPoolTimeout,
} from "./errors.ts";
import { findStatementName } from "./named-statements.ts";
import { ResponseWatch } from "./response-watch.ts";
import { currentWaitBudget, withoutWaitBudget } from "./wait-budget.ts";

/** How long all connections must have been in use, with callers waiting, before lock waits are cancelled. */
const CROWDED_MS = 100;

const BUDGET_SPENT = "The request has waited too long for the database";

export type PoolLimits = {
  /** The host and port of the server, for errors. */
  address: string;
  /** How long to wait for the response to a statement, in milliseconds; 0 for no limit. */
  responseTimeoutMs: number;
  /** How many callers can wait for a connection. */
  maxWaiting: number;
  /** Ends the lock waits of the pool, if callers wait for a connection. */
  cancelLockWaits?: () => Promise<void>;
  /** Called when a caller has finished with a connection. */
  onRelease?: () => void;
};

/**
 * A pool that waits for nothing forever: neither for a connection nor for a response that never comes because the
 * network drops packets silently. Connections prepare the statements from `named`.
 */
export class LimitedPool implements PostgresPool {
  readonly #pool: pg.Pool;
  readonly #limits: PoolLimits;
  readonly #clients = new WeakMap<pg.PoolClient, LimitedClient>();
  readonly #responses: ResponseWatch;
  #relief: NodeJS.Timeout | undefined;

  constructor(pool: pg.Pool, limits: PoolLimits) {
    this.#pool = pool;
    this.#limits = limits;
    this.#responses = new ResponseWatch(limits.responseTimeoutMs || Number.POSITIVE_INFINITY);
  }

  get options(): object {
    return this.#pool.options;
  }

  /** @throws DatabaseBusyError, DatabaseTimeoutError, or the error of the connection */
  async connect(): Promise<LimitedClient> {
    const pool = this.#pool;
    if (pool.waitingCount >= this.#limits.maxWaiting) {
      throw new DatabaseBusyError("Too many callers are waiting for a database connection");
    }
    const budget = currentWaitBudget();
    const since = budget?.startedAt ?? performance.now();
    const giveUp = () => this.#responses.giveUp(since, BUDGET_SPENT);
    if (budget?.leftMs === 0) throw giveUp();
    const isCrowded = pool.idleCount === 0 && pool.totalCount >= pool.options.max;
    if (isCrowded) this.#relieveLater();
    const isIdle = pool.idleCount > 0;
    budget?.start();
    try {
      const connecting = pool.connect();
      const client = await (budget && !isIdle
        ? within(connecting, budget.leftMs, giveUp)
        : connecting);
      return this.#clients.get(client) ?? this.#limit(client);
    } catch (thrown) {
      const error = this.#explain(thrown, since);
      budget?.noteFailure(error);
      throw error;
    } finally {
      budget?.stop();
    }
  }

  #explain(error: unknown, since: number): unknown {
    const { connectionTimeoutMillis: ms = 0 } = this.#pool.options;
    if (isPoolTimeout(error)) {
      return this.#responses.giveUp(since, `No database connection became free within ${ms} ms`);
    }
    if (!isConnectTimeout(error)) return error;
    return new DatabaseUnreachableError(this.#limits.address, ms, { cause: error });
  }

  end(): Promise<void> {
    clearTimeout(this.#relief);
    return this.#pool.end();
  }

  #limit(client: pg.PoolClient): LimitedClient {
    const limited = new LimitedClient(
      client,
      (destroy) => {
        client.release(destroy);
        this.#limits.onRelease?.();
      },
      this.#limits.responseTimeoutMs,
      this.#responses,
    );
    this.#clients.set(client, limited);
    return limited;
  }

  /** Cancels lock waits while callers wait for a connection, so that one locked row or table does not block the rest. */
  #relieveLater(): void {
    const { cancelLockWaits } = this.#limits;
    if (!cancelLockWaits || this.#relief) return;
    const relieve = async () => {
      if (this.#pool.waitingCount > 0) await cancelLockWaits();
      this.#relief = undefined;
      if (this.#pool.waitingCount > 0) this.#relieveLater();
    };
    // The request that starts it may have spent its budget by then.
    this.#relief = withoutWaitBudget(() => setTimeout(relieve, CROWDED_MS));
  }
}

/** A connection that gives up statements without a response and prepares statements from `named`. */
export class LimitedClient implements PostgresPoolClient {
  readonly #client: pg.ClientBase;
  readonly #release: (destroy?: boolean) => void;
  readonly #responseTimeoutMs: number;
  readonly #responses: ResponseWatch;
  #abandoned: Error | undefined;

  /** `responseTimeoutMs` is 0 for no limit. */
  constructor(
    client: pg.ClientBase,
    release: (destroy?: boolean) => void,
    responseTimeoutMs: number,
    responses: ResponseWatch,
  ) {
    this.#client = client;
    this.#release = release;
    this.#responseTimeoutMs = responseTimeoutMs || Number.POSITIVE_INFINITY;
    this.#responses = responses;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(text: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
    if (typeof text !== "string") throw new TypeError("Cursors are not supported");
    const name = findStatementName(text);
    return this.#run({ text, values: [...values], ...(name && { name }) });
  }

  /** After an unanswered statement the connection is closed, because its response could still come. */
  release(destroy = false): void {
    this.#release(destroy || this.#abandoned !== undefined);
  }

  async #run(query: pg.QueryConfig): Promise<pg.QueryResult> {
    if (this.#abandoned) throw this.#abandoned;
    const budget = currentWaitBudget();
    const waitMs = Math.min(this.#responseTimeoutMs, budget?.leftMs ?? Number.POSITIVE_INFINITY);
    // After the whole time the server would have ended the statement itself, so it or the network is silent.
    const giveUp = () =>
      budget && waitMs < this.#responseTimeoutMs
        ? this.#responses.giveUp(budget.startedAt, BUDGET_SPENT)
        : new DatabaseTimeoutError(`The database did not respond within ${waitMs} ms`);
    if (waitMs === 0) throw giveUp();
    budget?.start();
    try {
      return await this.#send(query, waitMs, giveUp);
    } catch (error) {
      budget?.noteFailure(error);
      // Shows the caller's stack, as pg's promise does, instead of the connection's.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    } finally {
      budget?.stop();
    }
  }

  /**
   * Runs a query with a callback. With a promise, pg assigns a function to the query, and V8 then retains every row
   * until a full garbage collection (docs/decisions/051-bounded-requests.md).
   */
  #send(query: pg.QueryConfig, waitMs: number, giveUp: () => Error): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      let isAnswered = false;
      const abandon = () => {
        if (isAnswered) return;
        this.#abandoned = giveUp();
        reject(this.#abandoned);
      };
      // If this process was paused, the response may already be there, so it is read before the statement is given up.
      const timer =
        waitMs === Number.POSITIVE_INFINITY
          ? undefined
          : setTimeout(() => setImmediate(abandon), waitMs);
      this.#client.query(query, (error: Error | null, result) => {
        isAnswered = true;
        this.#responses.settled(error);
        clearTimeout(timer);
        if (error) reject(error);
        else resolve(result);
      });
    });
  }
}

/** Gives up waiting for a connection after `ms`. If it is established later, others can use it. */
function within(
  connecting: Promise<pg.PoolClient>,
  ms: number,
  giveUp: () => Error,
): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(giveUp());
    }, ms);
    connecting.then(
      (client) => {
        clearTimeout(timer);
        if (isLate) client.release();
        else resolve(client);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
