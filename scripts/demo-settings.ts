import { resolve } from "node:path";
import { type Config, readConfig } from "@studbook/api/config";
import { resolveSettings } from "@studbook/api/resolve-settings";
import { deriveServerUrl } from "@studbook/db/server-role";
import { findRunningPostgres } from "@studbook/local-postgres/running-postgres";

/** Stands for the database that the demo starts. */
const EMBEDDED_URL = "postgres://127.0.0.1/studbook";

/**
 * Reads the settings of the demo before its database is known.
 *
 * @throws ConfigError listing all invalid settings
 */
export function readDemoConfig(environment: NodeJS.ProcessEnv): Config {
  const { NODE_ENV: _replaced, ...settings } = resolveSettings(environment);
  const DATABASE_URL = settings.DATABASE_URL || EMBEDDED_URL;
  return readConfig({ ...settings, STUDBOOK_MODE: "demo", DATABASE_URL });
}

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
