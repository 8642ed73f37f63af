import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "@studbook/db/client";
import { isDatabaseRefusal, isDatabaseUnavailable } from "@studbook/db/errors";
import { pingDatabase } from "@studbook/db/ping";
import { type Config, ConfigError } from "./config.ts";

const PATIENCE_MS = 60_000;
const PAUSE_MS = 500;

/**
 * Waits for a database that is still starting, as beside a container it often is.
 *
 * @throws ConfigError when it does not answer within a minute, or refuses
 */
export async function untilDatabaseAnswers(
  db: Db,
  { database }: { database: Pick<Config["database"], "url"> },
  signal: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await pingDatabase(db);
    } catch (error) {
      signal.throwIfAborted();
      if (!isDatabaseUnavailable(error) || Date.now() > deadline)
        throw refusal(database.url, error);
    }
    await delay(PAUSE_MS, undefined, { signal });
  }
}

function refusal(url: string, error: unknown): ConfigError {
  const { host, pathname } = new URL(url);
  const reason = error instanceof AggregateError ? error.errors[0] : error;
  const detail = reason instanceof Error ? reason.message : String(reason);
  const hint = isDatabaseRefusal(error) ? ". `studbook migrate` lets the server's role in." : "";
  return new ConfigError(
    `The database ${pathname.slice(1)} at ${host} (DATABASE_URL) cannot be used: ${detail}${hint}`,
  );
}
