import { migrateToLatest } from "@studbook/db/migrate";
import {
  type DatabaseUrls,
  ensureServerRole,
  findServerRole,
  resetServerRole,
} from "@studbook/db/server-role";
import { installQueue, type QueueDefinition } from "./jobs/install-queue.ts";

/**
 * Prepares the database as its owner, because servers lack the privileges: creates the servers' role, installs the job queue,
 * migrates the schema, grants the role its privileges, and resets its settings. Idempotent.
 *
 * @returns the names of the migrations that this call ran
 * @throws MigrationError or its subclass ServerRoleError
 */
export async function prepareDatabase(
  database: DatabaseUrls,
  queues?: readonly QueueDefinition[],
): Promise<string[]> {
  await ensureServerRole(database);
  const ran = await migrateToLatest({
    url: database.ownerUrl,
    serverRole: findServerRole(database),
    prepare: () => installQueue(database.ownerUrl, queues),
  });
  // Only from here on can the role connect in every case.
  await resetServerRole(database);
  return ran;
}
