import { migrateToLatest } from "@studbook/db/migrate";
import {
  type DatabaseUrls,
  ensureServerRole,
  findServerRole,
  resetServerRole,
} from "@studbook/db/server-role";
import { installQueue, type QueueDefinition } from "./jobs/install-queue.ts";

/**
 * Does as the owner what servers wait for and may not do: creates their role, installs the job queue,
 * migrates the schema, grants the role what it needs, and resets its settings. Does nothing that is done already.
 *
 * @returns the names of the migrations that this call ran
 * @throws MigrationError, of which ServerRoleError is one
 */
export async function prepareDatabase(
  database: DatabaseUrls,
  queues?: readonly QueueDefinition[],
): Promise<string[]> {
  await ensureServerRole(database);
  await installQueue(database.ownerUrl, queues);
  const ran = await migrateToLatest({
    url: database.ownerUrl,
    serverRole: findServerRole(database),
  });
  // Only now may the role connect for certain.
  await resetServerRole(database);
  return ran;
}
