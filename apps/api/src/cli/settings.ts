import { join } from "node:path";
import { createDb, type Db } from "@studbook/db/client";
import { findRunningPostgres } from "@studbook/db/running-postgres";
import { type DatabaseUrls, deriveServerUrl } from "@studbook/db/server-role";
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
  if (environment.DATABASE_URL) {
    for (const name of ["DATABASE_URL", "DATABASE_OWNER_URL"] as const) {
      const url = Environment.shape[name].safeParse(environment[name] || undefined);
      if (!url.success) throw new CommandError(`${name}: ${url.error.issues[0]?.message}`);
    }
    return environment;
  }
  const dataDir = Environment.shape.DATA_DIR.parse(environment.DATA_DIR || undefined);
  const ownerUrl = await findRunningPostgres(join(dataDir, "postgres"));
  if (ownerUrl) {
    return {
      ...environment,
      STUDBOOK_MODE: "demo",
      DATA_DIR: dataDir,
      DATABASE_URL: deriveServerUrl(ownerUrl),
      DATABASE_OWNER_URL: ownerUrl,
    };
  }
  throw new CommandError(
    `There is no database to work on: set DATABASE_URL as the servers have it, or run \`pnpm start\` beside this (none runs with a database in ${dataDir}).`,
  );
}

/** The addresses of the database. Without an owner's the servers' is taken for both. */
export function databaseUrls({
  DATABASE_URL: url = "",
  DATABASE_OWNER_URL,
}: Settings): DatabaseUrls {
  return { url, ownerUrl: DATABASE_OWNER_URL || url };
}

/** Opens the database of the settings, as the servers' role, for as long as the work takes. */
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
