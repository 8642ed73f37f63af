import pg from "pg";
import { DatabaseUnreachableError, isConnectTimeout } from "./errors.ts";

const TIMEOUT_MS = 5000;

/**
 * Settings of pg with which a connection that only waits ends some 20 s after the network has become silent: on Linux, Node.js
 * sends ten probes, one a second. Firewalls that drop idle connections see traffic.
 */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/**
 * Opens a single connection, which the caller must end.
 *
 * @throws DatabaseUnreachableError after 5 s without a response, or the error of the connection
 */
export async function connect(options: {
  url: string;
  applicationName?: string;
  types?: pg.TypeOverrides;
}): Promise<pg.Client> {
  const { url, applicationName, types } = options;
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    ...KEEP_ALIVE,
    ...(applicationName && { application_name: applicationName }),
    ...(types && { types }),
  });
  // If the connection is lost, the next query fails.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end();
    if (!isConnectTimeout(error)) throw error;
    throw new DatabaseUnreachableError(addressOf(url), TIMEOUT_MS, { cause: error });
  }
}

/** Returns the host and port of a database's URL. */
export function addressOf(url: string): string {
  const { host, port } = new pg.Client({ connectionString: url });
  return `${host}:${port}`;
}
