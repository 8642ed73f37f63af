import { join } from "node:path";
import { createDb, type Db } from "@studbook/db/client";
import { findRunningPostgres } from "@studbook/db/running-postgres";
import { completeSettings } from "../complete-settings.ts";
import { Environment } from "../environment.ts";
import { CommandError } from "./explain-failure.ts";

export type Settings = Record<string, string | undefined>;

/**
 * The environment to work in. Without DATABASE_URL it is that of the demo which runs beside, found by
 * the database it keeps in DATA_DIR.
 *
 * @throws CommandError when there is no database to work on
 * @throws ConfigError when a setting's file cannot be read
 */
export async function findSettings(given: Settings): Promise<Settings> {
  const environment = completeSettings(given);
  if (environment.DATABASE_URL) return environment;
  const dataDir = Environment.shape.DATA_DIR.parse(environment.DATA_DIR || undefined);
  const url = await findRunningPostgres(join(dataDir, "postgres"));
  if (url) return { ...environment, STUDBOOK_MODE: "demo", DATA_DIR: dataDir, DATABASE_URL: url };
  throw new CommandError(
    `There is no database to work on: set DATABASE_URL, or run \`pnpm start\` beside this (nothing runs on ${dataDir}).`,
  );
}

/** Opens the database of the settings for as long as the work takes. */
export async function withDatabase<T>(
  environment: Settings,
  work: (db: Db, settings: Settings) => Promise<T>,
): Promise<T> {
  const settings = await findSettings(environment);
  const db = createDb({
    url: settings.DATABASE_URL ?? "",
    poolSize: 2,
    applicationName: "studbook-cli",
    // What was lost shows in the query that needs it.
    onPoolError: () => undefined,
  });
  try {
    return await work(db, settings);
  } finally {
    await db.destroy();
  }
}
