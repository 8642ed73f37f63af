import { createDb } from "@studbook/db/client";
import { deriveServerUrl, ServerRoleError } from "@studbook/db/server-role";
import { ConfigError } from "../config.ts";
import { Environment } from "../environment.ts";
import { prepareDatabase } from "../prepare-database.ts";
import { resolveSettings } from "../resolve-settings.ts";
import { waitForDatabase } from "../wait-for-database.ts";

type Settings = Record<string, string | undefined>;

/** Settings that the server does not get: the owner's, and those that are already part of DATABASE_URL. */
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
 * Prepares the demo's database as its owner. Uses DATABASE_OWNER_URL or DATABASE_URL if set, otherwise `embeddedUrl`.
 *
 * @returns the environment of the server, which connects with a separate role. If the owner cannot create one, prints a
 *   line and uses the owner's role
 * @throws ConfigError if the address is malformed or the database rejects the connection; MigrationError
 */
export async function prepareDemoDatabase(
  environment: Settings,
  embeddedUrl: string,
  { signal, print }: { signal: AbortSignal; print: (line: string) => void },
): Promise<Settings> {
  const settings = resolveSettings(environment);
  const ownerUrl = settings.DATABASE_OWNER_URL || settings.DATABASE_URL || embeddedUrl;
  requireDatabaseUrl(settings.DATABASE_OWNER_URL ? "DATABASE_OWNER_URL" : "DATABASE_URL", ownerUrl);
  const chosenUrl = settings.DATABASE_OWNER_URL && settings.DATABASE_URL;
  const url = chosenUrl || deriveServerUrl(ownerUrl);
  await waitUntilReachable(ownerUrl, {
    onWait: (reason) => print(`Waiting for the database: ${reason}`),
    signal,
  });
  const server: Settings = { ...environment, DATABASE_URL: url };
  for (const name of NOT_PASSED) delete server[name];
  try {
    await prepareDatabase({ url, ownerUrl });
    return server;
  } catch (error) {
    if (chosenUrl || !(error instanceof ServerRoleError)) throw error;
    print(
      `Warning: the server will use the owner's database role, because its own role is not available. ${error.message}`,
    );
    await prepareDatabase({ url: ownerUrl, ownerUrl });
    return { ...server, DATABASE_URL: ownerUrl };
  }
}

function requireDatabaseUrl(name: keyof typeof Environment.shape, value: string): void {
  const { error } = Environment.shape.DATABASE_URL.safeParse(value);
  if (error) throw new ConfigError(`${name}: ${error.issues[0]?.message}`);
}

async function waitUntilReachable(
  url: string,
  parts: { onWait: (reason: string) => void; signal: AbortSignal },
): Promise<void> {
  const db = createDb({ url, poolSize: 1, onPoolError: () => undefined });
  try {
    await waitForDatabase(db, { url, ...parts });
  } finally {
    await db.destroy();
  }
}
