import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type pg from "pg";

const MARK = "/* name: ";

/**
 * Marks a statement to be prepared once per connection under this name. A name stands for one SQL
 * text for ever: pg refuses another text under it.
 */
export function named(name: string, text: string): string {
  return `${MARK}${name} */ ${text}`;
}

/**
 * A pool whose connections prepare marked statements. Kysely hands pg a text and values and has no
 * place for a name, so the name travels in a comment at the front; unmarked statements, whose
 * number is not bounded, stay unprepared.
 */
export class NamingPool implements PostgresPool {
  readonly #pool: pg.Pool;
  readonly #clients = new WeakMap<pg.PoolClient, NamingClient>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  get options(): object {
    return this.#pool.options;
  }

  async connect(): Promise<NamingClient> {
    const client = await this.#pool.connect();
    const known = this.#clients.get(client);
    if (known) return known;
    const naming = new NamingClient(client, (destroy) => client.release(destroy));
    this.#clients.set(client, naming);
    return naming;
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

/** A connection that prepares marked statements. */
export class NamingClient implements PostgresPoolClient {
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
   * Runs a query by pg's callback. For a promise pg assigns a function to the query, which V8 keeps with every row that it
   * read until the whole heap is collected (docs/decisions/051-bounded-requests.md).
   */
  async #run(query: pg.QueryConfig): Promise<pg.QueryResult> {
    try {
      return await new Promise((resolve, reject) => {
        this.#client.query(query, (error: Error | null, result) =>
          error ? reject(error) : resolve(result),
        );
      });
    } catch (error) {
      // From who called, like pg's promise, rather than from the connection that has read the answer.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  release(destroy?: boolean): void {
    this.#release(destroy);
  }
}

function findName(text: string): string | undefined {
  if (!text.startsWith(MARK)) return undefined;
  return text.slice(MARK.length, text.indexOf(" */"));
}
