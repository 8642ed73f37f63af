import { createDb, type Db } from "@studbook/db/client";
import type { DatabaseUrls } from "@studbook/db/server-role";
import { Environment } from "../environment.ts";
import { resolveSettings } from "../resolve-settings.ts";
import { CommandError } from "./explain-failure.ts";

export type Settings = Record<string, string | undefined>;

/**
 * Returns the settings of a command, including those from files.
 *
 * @throws CommandError if DATABASE_URL is missing or malformed
 * @throws ConfigError if a file of a setting cannot be read
 */
export function getSettings(environment: Settings): Settings {
  const settings = resolveSettings(environment);
  if (!settings.DATABASE_URL) {
    throw new CommandError(
      "DATABASE_URL is not set. Set it to the servers' database, or use `pnpm studbook` while `pnpm start` is running.",
    );
  }
  for (const name of ["DATABASE_URL", "DATABASE_OWNER_URL", "DATABASE_DIRECT_URL"] as const) {
    const url = Environment.shape[name].safeParse(settings[name] || undefined);
    if (!url.success) throw new CommandError(`${name}: ${url.error.issues[0]?.message}`);
  }
  return settings;
}

/** Returns the servers' URL of the database that leads through no pooler. */
export function directUrlOf({ DATABASE_DIRECT_URL, DATABASE_URL }: Settings): string {
  return DATABASE_DIRECT_URL || DATABASE_URL || "";
}

/** Returns the URLs of the database. The owner's URL defaults to the servers' URL. */
export function databaseUrls(settings: Settings): DatabaseUrls {
  const url = directUrlOf(settings);
  return { url, ownerUrl: settings.DATABASE_OWNER_URL || url };
}

/** Opens the database as the servers' role while `work` runs. */
export async function withDatabase<T>(
  environment: Settings,
  work: (db: Db, settings: Settings) => Promise<T>,
): Promise<T> {
  const settings = getSettings(environment);
  const db = createDb({
    url: directUrlOf(settings),
    poolSize: 2,
    applicationName: "studbook-cli",
    // A lost connection shows up as an error of the next query.
    onPoolError: () => undefined,
  });
  try {
    return await work(db, settings);
  } finally {
    await db.destroy();
  }
}
