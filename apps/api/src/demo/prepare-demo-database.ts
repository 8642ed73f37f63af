import { createDb } from "@studbook/db/client";
import { deriveServerUrl, ServerRoleError } from "@studbook/db/server-role";
import { prepareDatabase } from "../prepare-database.ts";
import { resolveSettings } from "../resolve-settings.ts";
import { waitForDatabase } from "../wait-for-database.ts";

type Settings = Record<string, string | undefined>;

/** Settings of the owner, or that are part of the address by now: the server gets none of them. */
const NOT_PASSED = [
  "DATABASE_URL_FILE",
  "DATABASE_PASSWORD",
  "DATABASE_PASSWORD_FILE",
  "DATABASE_OWNER_URL",
  "DATABASE_OWNER_URL_FILE",
  "DATABASE_OWNER_PASSWORD",
  "DATABASE_OWNER_PASSWORD_FILE",
];

/**
 * Prepares the demo's database as its owner: that of DATABASE_URL if there is one, otherwise of `embeddedUrl`.
 *
 * @returns the environment of the server, which connects with a role of its own; with the owner's only if
 *   the owner may not create one, which is said in a line
 * @throws ConfigError when the database does not answer, MigrationError
 */
export async function prepareDemoDatabase(
  environment: Settings,
  embeddedUrl: string,
  { signal, say }: { signal: AbortSignal; say: (line: string) => void },
): Promise<Settings> {
  const settings = resolveSettings(environment);
  const ownerUrl = settings.DATABASE_OWNER_URL || settings.DATABASE_URL || embeddedUrl;
  const chosenUrl = settings.DATABASE_OWNER_URL && settings.DATABASE_URL;
  const url = chosenUrl || deriveServerUrl(ownerUrl);
  await untilAnswers(ownerUrl, signal);
  const server: Settings = { ...environment, DATABASE_URL: url };
  for (const name of NOT_PASSED) delete server[name];
  try {
    await prepareDatabase({ url, ownerUrl });
    return server;
  } catch (error) {
    if (chosenUrl || !(error instanceof ServerRoleError)) throw error;
    say(`The server uses the owner's database role. ${error.message}`);
    await prepareDatabase({ url: ownerUrl, ownerUrl });
    return { ...server, DATABASE_URL: ownerUrl };
  }
}

async function untilAnswers(url: string, signal: AbortSignal): Promise<void> {
  const db = createDb({ url, poolSize: 1, onPoolError: () => undefined });
  try {
    await waitForDatabase(db, { database: { url } }, signal);
  } finally {
    await db.destroy();
  }
}
