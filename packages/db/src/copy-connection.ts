import type { Readable, Writable } from "node:stream";
import { CamelCasePlugin, Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import { from, to } from "pg-copy-streams";
import { createTypes, type Db } from "./client.ts";
import { connect } from "./connect.ts";
import { LimitedClient } from "./limited-pool.ts";
import { ResponseWatch } from "./response-watch.ts";
import type { DB } from "./schema.gen.ts";

/** One connection for long work: queries and COPY in the same transaction. */
export type CopyConnection = {
  db: Db;
  copyOut(statement: string): Readable;
  copyIn(statement: string): Writable & { rowCount: number };
};

// Overrides settings of the server, role or database that could end the work or change how values are written.
const SETTINGS = `set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
  set timezone = 'UTC'`;

/** Opens a connection for the duration of `work`. An open transaction is rolled back when it ends. */
export async function withCopyConnection<T>(
  options: { url: string; applicationName: string },
  work: (connection: CopyConnection) => Promise<T>,
): Promise<T> {
  const client = await connect({ ...options, types: createTypes() });
  try {
    await client.query(SETTINGS);
    return await work({
      db: createDbOf(client),
      copyOut: (statement) => client.query(to(statement)),
      copyIn: (statement) => client.query(from(statement)),
    });
  } finally {
    await client.end();
  }
}

function createDbOf(client: pg.Client): Db {
  const single = new LimitedClient(
    client,
    () => undefined,
    0,
    new ResponseWatch(Number.POSITIVE_INFINITY),
  );
  return new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: { options: {}, connect: async () => single, end: async () => undefined },
    }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}
