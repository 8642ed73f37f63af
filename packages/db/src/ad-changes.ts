import pg from "pg";
import { createTypes } from "./client.ts";
import { addressOf, KEEP_ALIVE } from "./connect.ts";
import { DatabaseUnreachableError, isConnectTimeout } from "./errors.ts";

const CHANNEL = "ad_changes";
const CONNECT_MS = 1500;
const RESPONSE_MS = 1000;

/** How many endings one call of `listEndings` returns at most. */
const MAX_ENDINGS = 1000;

/**
 * An ad that was created, changed or hidden, or its breed and state before the change. A paused ad has two entries: one for
 * the end of its pause.
 */
export type AdChange = {
  id: string;
  breed: string;
  state: string;
  /**
   * When it stops being public or its pause ends, as milliseconds since 1970 by the database's clock; null if that is not
   * known to happen.
   */
  endsAt: number | null;
  /** The owner's ID. */
  userId: string;
};

/** An ad that will stop being public, or be public again. */
export type AdEnding = AdChange & { endsAt: number };

export type AdChanges = {
  /**
   * Resolves once all changes that were committed before the call have been passed to `onChanges`, to the database's time
   * in milliseconds since 1970.
   *
   * @throws the error of the connection, which is lost; without a response after 1 s
   */
  catchUp(): Promise<number>;
  /**
   * Returns the ads that stop being public or whose pause ends within the next `ms` by the database's clock, the soonest
   * first, and the instant up to which the list is complete.
   */
  listEndings(ms: number): Promise<{ endings: AdEnding[]; until: number }>;
  close(): Promise<void>;
};

type Listener = {
  /** `all` means that there were too many changes to list. */
  onChanges: (changes: AdChange[] | "all") => void;
  /** Called once when the connection is lost. */
  onLost: (error: Error) => void;
};

/** A pooler of transactions is between this process and the database, so notifications do not arrive. */
export class PooledConnectionError extends Error {
  override name = "PooledConnectionError";
}

/**
 * Listens to changes of public ads (migrations 0040 and 0049) on a connection of its own.
 *
 * @throws PooledConnectionError, DatabaseUnreachableError or the error of the connection
 */
export async function listenToAdChanges(url: string, listener: Listener): Promise<AdChanges> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "studbook-api listener",
    connectionTimeoutMillis: CONNECT_MS,
    // The server's limit comes first, unless the server or the network is silent.
    statement_timeout: RESPONSE_MS - 100,
    query_timeout: RESPONSE_MS,
    types: createTypes(),
    ...KEEP_ALIVE,
  });
  let isOpen = true;
  const lose = (error: Error) => {
    if (!isOpen) return;
    isOpen = false;
    listener.onLost(error);
    client.end().catch(() => undefined);
  };
  client.on("error", lose);
  client.on("end", () => lose(new Error("The database closed the connection")));
  client.on("notification", ({ payload = "" }) => listener.onChanges(parseChanges(payload)));
  const read = async <Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<Row[]> => {
    try {
      return (await client.query<Row>(query)).rows;
    } catch (error) {
      if (error instanceof Error) lose(error);
      throw error;
    }
  };
  const close = async () => {
    isOpen = false;
    await client.end();
  };
  try {
    await client.connect();
    await read({ text: `listen ${CHANNEL}` });
    const [backend] = await read<{ pid: number }>({ text: "select pg_backend_pid() as pid" });
    if (!backend || !("processID" in client) || client.processID !== backend.pid) {
      throw new PooledConnectionError("The connection goes through a pooler of transactions");
    }
    // It can be closed together with the last response.
    if (!isOpen) throw new Error("The database closed the connection");
  } catch (error) {
    await close();
    if (!isConnectTimeout(error)) throw error;
    throw new DatabaseUnreachableError(addressOf(url), CONNECT_MS, { cause: error });
  }
  return {
    async catchUp() {
      // PostgreSQL sends the notifications that it has before it reports that a statement is done.
      const [row] = await read<{ now: Date }>({
        name: "catch-up",
        text: "select studbook_now() as now",
      });
      return (row?.now ?? new Date(0)).getTime();
    },
    async listEndings(ms) {
      const [row] = await read<{ endings: AdEnding[]; until: number }>({
        name: "list-ad-endings",
        text: LIST_ENDINGS,
        values: [ms],
      });
      const { endings = [], until = 0 } = row ?? {};
      const last = endings.length === MAX_ENDINGS ? endings.at(-1) : undefined;
      return { endings, until: last ? last.endsAt - 1 : until };
    },
    close,
  };
}

const LIST_ENDINGS = `
  select coalesce(json_agg(ending), '[]') as endings,
    floor(extract(epoch from studbook_now()) * 1000)::bigint + $1::integer as until
  from (
    select id, breed, state, user_id as "userId", floor(extract(epoch from at) * 1000)::bigint as "endsAt" from (
      (${endingsBy("listed_until")}) union all (${endingsBy("paused_until")})
    ) endings order by at limit ${MAX_ENDINGS}
  ) ending`;

function endingsBy(column: "listed_until" | "paused_until"): string {
  return `
    select id, breed, state, user_id, ${column} as at from ads where ${column} > studbook_now()
      and ${column} <= studbook_now() + $1::integer * interval '1 millisecond' and listed_until is not null
    order by ${column} limit ${MAX_ENDINGS}`;
}

function parseChanges(payload: string): AdChange[] | "all" {
  if (payload === "all") return "all";
  const changes: [string, string, string, number | null, string][] = JSON.parse(payload);
  return changes.map(([id, breed, state, endsAt, userId]) => ({
    id,
    breed,
    state,
    endsAt,
    userId,
  }));
}
