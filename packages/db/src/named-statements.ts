import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type pg from "pg";

const PREFIX = "/* name: ";

/**
 * Marks a statement to be prepared once per connection under this name. pg throws if the same name is used for
 * another text.
 */
export function named(name: string, text: string): string {
  return `${PREFIX}${name} */ ${text}`;
}

/**
 * A pool whose connections prepare statements from `named`. Kysely passes pg only a text and values, so the name
 * travels in a leading comment. Other statements stay unprepared, because their number is unbounded.
 */
export class NamedStatementPool implements PostgresPool {
  readonly #pool: pg.Pool;
  readonly #clients = new WeakMap<pg.PoolClient, NamedStatementClient>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  get options(): object {
    return this.#pool.options;
  }

  async connect(): Promise<NamedStatementClient> {
    const client = await this.#pool.connect();
    const existing = this.#clients.get(client);
    if (existing) return existing;
    const wrapped = new NamedStatementClient(client, (destroy) => client.release(destroy));
    this.#clients.set(client, wrapped);
    return wrapped;
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

/** A connection that prepares statements from `named`. */
export class NamedStatementClient implements PostgresPoolClient {
  readonly #client: pg.ClientBase;
  readonly #release: (destroy?: boolean) => void;

  constructor(client: pg.ClientBase, release: (destroy?: boolean) => void) {
    this.#client = client;
    this.#release = release;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(text: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
    if (typeof text !== "string") throw new TypeError("Cursors are not supported");
    const name = findName(text);
    return this.#run({ text, values: [...values], ...(name && { name }) });
  }

  /**
   * Runs a query with a callback. With a promise, pg assigns a function to the query, and V8 then retains every row
   * until a full garbage collection (docs/decisions/051-bounded-requests.md).
   */
  async #run(query: pg.QueryConfig): Promise<pg.QueryResult> {
    try {
      return await new Promise((resolve, reject) => {
        this.#client.query(query, (error: Error | null, result) =>
          error ? reject(error) : resolve(result),
        );
      });
    } catch (error) {
      // Shows the caller's stack, as pg's promise does, instead of the connection's.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  release(destroy?: boolean): void {
    this.#release(destroy);
  }
}

function findName(text: string): string | undefined {
  if (!text.startsWith(PREFIX)) return undefined;
  return text.slice(PREFIX.length, text.indexOf(" */"));
}
