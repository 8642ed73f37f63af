import { findServerRole } from "@studbook/db/server-role";
import type { TestDb } from "@studbook/db/test/test-db";
import { fromKysely, TestClock } from "pg-boss";

type Target = Parameters<TestClock["attach"]>[0];

/**
 * A clock for the job queue of a test database. pg-boss's TestClock creates a function and a table in the queue's schema
 * with the server's role, which lacks that right; this one uses the owner.
 */
export class QueueClock extends TestClock {
  readonly #database: () => TestDb;
  #attached: Promise<unknown> = Promise.resolve();

  constructor(database: () => TestDb, start: number | string) {
    super(start);
    this.#database = database;
  }

  /** Attaches one server at a time, because each of them creates the same table. */
  override attach(target: Target): Promise<AsyncDisposable> {
    const attached = this.#attached.then(() => this.#attachAsOwner(target));
    this.#attached = attached;
    return attached;
  }

  #attachAsOwner(target: Target): Promise<AsyncDisposable> {
    const database = this.#database();
    const owner = fromKysely(database.owner);
    const grant = `grant select on all tables in schema ${target.schema} to ${findServerRole(database)};`;
    return super.attach({
      ...target,
      db: {
        executeSql: (text, values) =>
          owner.executeSql(text.includes("CREATE TABLE") ? `${text};${grant}` : text, values ?? []),
      },
    });
  }
}
