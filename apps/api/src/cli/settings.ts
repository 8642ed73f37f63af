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
  const { DATABASE_URL } = environment;
  if (DATABASE_URL) {
    const url = Environment.shape.DATABASE_URL.safeParse(DATABASE_URL);
    if (!url.success) throw new CommandError(`DATABASE_URL: ${url.error.issues[0]?.message}`);
    return environment;
  }
  const dataDir = Environment.shape.DATA_DIR.parse(environment.DATA_DIR || undefined);
  const url = await findRunningPostgres(join(dataDir, "postgres"));
  if (url) return { ...environment, STUDBOOK_MODE: "demo", DATA_DIR: dataDir, DATABASE_URL: url };
  throw new CommandError(
    `There is no database to work on: set DATABASE_URL as the servers have it, or run \`pnpm start\` beside this (none runs with a database in ${dataDir}).`,
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
