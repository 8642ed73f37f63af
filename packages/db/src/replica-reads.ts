import {
  CamelCasePlugin,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import type { Db } from "./client.ts";
import { isDatabaseUnavailable, isWaitInVain, reasonOf } from "./errors.ts";
import type { ReplicaWatch } from "./replica-watch.ts";
import type { DB } from "./schema.gen.ts";
import { currentWaitBudget, withPartOfWaitBudget } from "./wait-budget.ts";

/**
 * How long a read may take on the replica before it is repeated on the primary, in milliseconds. A request that has little time
 * left gives the replica half of it.
 */
export const REPLICA_READ_MS = 600;

/** Where reads ran; `repeated` are those that failed on the replica. */
export type ReadCounts = { replica: number; primary: number; repeated: number };

type Parts = { primary: Db; replica: Db; watch: Pick<ReplicaWatch, "isCurrent" | "leave"> };

/**
 * Creates a handle that runs each statement on the replica if it is current, otherwise on the primary. A read that fails on
 * the replica is repeated on the primary. It supports no transactions, because each statement can run elsewhere.
 */
export function createReplicaReads(parts: Parts): { db: Db; counts: Readonly<ReadCounts> } {
  const router = new ReadRouter(parts);
  const db = new Kysely<DB>({
    dialect: {
      createDriver: () => new RoutingDriver(router),
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  return { db, counts: router.counts };
}

class ReadRouter implements DatabaseConnection {
  readonly counts: ReadCounts = { replica: 0, primary: 0, repeated: 0 };
  readonly #primary: Db;
  readonly #replica: Db;
  readonly #watch: Parts["watch"];

  constructor({ primary, replica, watch }: Parts) {
    // The handle that uses this renames the columns.
    this.#primary = primary.withoutPlugins();
    this.#replica = replica.withoutPlugins();
    this.#watch = watch;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const statement: CompiledQuery<R> = query;
    if (this.#watch.isCurrent()) {
      const leftMs = currentWaitBudget()?.leftMs ?? Number.POSITIVE_INFINITY;
      // The primary must have enough time left if the replica does not respond.
      const waitMs = Math.min(REPLICA_READ_MS, leftMs / 2);
      try {
        const result = await withPartOfWaitBudget(waitMs, () =>
          this.#replica.executeQuery(statement),
        );
        this.counts.replica++;
        return result;
      } catch (error) {
        this.counts.repeated++;
        // That a short wait was in vain says little about the replica.
        const isGivenUpEarly = isWaitInVain(error) && waitMs < REPLICA_READ_MS;
        const isFault = isWaitInVain(error) || isDatabaseUnavailable(error);
        if (isFault && !isGivenUpEarly) this.#watch.leave(reasonOf(error));
      }
    }
    this.counts.primary++;
    return await this.#primary.executeQuery(statement);
  }

  streamQuery(): never {
    throw new TypeError("Cursors are not supported");
  }
}

/** All callers share the router, which has no connection of its own. */
class RoutingDriver implements Driver {
  readonly #router: ReadRouter;

  constructor(router: ReadRouter) {
    this.#router = router;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#router;
  }

  beginTransaction(): never {
    throw new TypeError("Transactions are not supported");
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}
