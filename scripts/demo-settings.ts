import { resolve } from "node:path";
import { deriveServerUrl } from "@studbook/db/server-role";
import { findRunningPostgres } from "@studbook/local-postgres/running-postgres";

/** Returns whether the environment names a database, so that the command needs none of its own. */
export function namesDatabase(environment: NodeJS.ProcessEnv): boolean {
  return Boolean(environment.DATABASE_URL || environment.DATABASE_URL_FILE);
}

/**
 * Adds the database of the `pnpm start` that is running with the same DATA_DIR. Returns the environment
 * unchanged if it names a database or no start is running.
 */
export async function addDemoSettings(environment: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  if (namesDatabase(environment)) return environment;
  const dataDir = resolve(environment.DATA_DIR || ".data");
  const ownerUrl = await findRunningPostgres(resolve(dataDir, "postgres"));
  if (!ownerUrl) return environment;
  return {
    ...environment,
    STUDBOOK_MODE: "demo",
    DATA_DIR: dataDir,
    DATABASE_URL: deriveServerUrl(ownerUrl),
    DATABASE_OWNER_URL: ownerUrl,
  };
}
