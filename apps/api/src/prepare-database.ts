import { migrateToLatest } from "@studbook/db/migrate";
import { type Patience, retryUntilReachable, startAttempts } from "@studbook/db/retry";
import {
  type DatabaseUrls,
  ensureServerRole,
  findServerRole,
  resetServerRole,
} from "@studbook/db/server-role";
import { REQUEST_LIMITS } from "./databases.ts";
import { installQueue, type QueueDefinition } from "./jobs/install-queue.ts";

/** For connections through a pooler. */
export const ROLE_LIMITS = {
  statement_timeout: REQUEST_LIMITS.statementTimeoutMs,
  lock_timeout: REQUEST_LIMITS.lockTimeoutMs,
  idle_in_transaction_session_timeout: REQUEST_LIMITS.idleTransactionTimeoutMs,
};

/**
 * Prepares the database as its owner, because servers lack the privileges: creates the servers' role, installs the job queue,
 * migrates the schema, grants the role its privileges, and resets its settings to the limits of requests. Idempotent. Waits
 * while the database is unreachable or its tables are in use.
 *
 * @returns the names of the migrations that this call ran
 * @throws MigrationError or its subclass ServerRoleError
 */
export async function prepareDatabase(
  database: DatabaseUrls,
  queues?: readonly QueueDefinition[],
  patience?: Patience,
): Promise<string[]> {
  const attempts = startAttempts(patience);
  await retryUntilReachable(attempts, () => ensureServerRole(database));
  const ran = await migrateToLatest({
    ...patience,
    url: database.ownerUrl,
    serverRole: findServerRole(database),
    prepare: () => installQueue(database.ownerUrl, queues),
  });
  // Only from here on can the role connect in every case.
  await retryUntilReachable(attempts, () => resetServerRole(database, ROLE_LIMITS));
  return ran;
}
