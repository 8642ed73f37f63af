import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "@studbook/db/client";
import { isConnectionRejected, isDatabaseUnavailable } from "@studbook/db/errors";
import { pingDatabase } from "@studbook/db/ping";
import { type Config, ConfigError } from "./config.ts";

const TIMEOUT_MS = 60_000;
const PAUSE_MS = 500;

/**
 * Waits for a database that is still starting, which is common when containers start together.
 *
 * @throws ConfigError if the database does not respond within a minute or rejects the connection
 */
export async function waitForDatabase(
  db: Db,
  { database }: { database: Pick<Config["database"], "url"> },
  signal: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    try {
      return await pingDatabase(db);
    } catch (error) {
      signal.throwIfAborted();
      if (!isDatabaseUnavailable(error) || Date.now() > deadline)
        throw connectionError(database.url, error);
    }
    await delay(PAUSE_MS, undefined, { signal });
  }
}

function connectionError(url: string, error: unknown): ConfigError {
  const { host, pathname } = new URL(url);
  const reason = error instanceof AggregateError ? error.errors[0] : error;
  const detail = reason instanceof Error ? reason.message : String(reason);
  const hint = isConnectionRejected(error)
    ? ". Run `studbook migrate` to grant the server role access."
    : "";
  return new ConfigError(
    `Cannot connect to the database ${pathname.slice(1)} at ${host} (DATABASE_URL): ${detail}${hint}`,
  );
}
