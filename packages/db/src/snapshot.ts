import type { Db } from "./client.ts";
import { readClock } from "./clock.ts";
import { withCopyConnection } from "./copy-connection.ts";
import {
  copyOutStatement,
  type KeptTable,
  listKeptTables,
  listMigrationsOf,
} from "./queries/kept-tables.ts";

/** All that a backup carries of a database, as it was at one instant, whoever writes meanwhile. */
export type Snapshot = {
  /** Queries that see this instant alone. */
  db: Db;
  takenAt: Date;
  migrations: string[];
  tables: KeptTable[];
  /** The rows of a table as the text of COPY. One table at a time. */
  read(table: KeptTable): AsyncIterable<Buffer>;
};

/** Opens a snapshot of the database at `url` for as long as the work takes. Writers do not wait for it. */
export function withSnapshot<T>(url: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return withCopyConnection({ url, applicationName: "studbook-backup" }, ({ db, copyOut }) =>
    db
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(async (tx) =>
        work({
          db: tx,
          // First, as its table is what a database that was never migrated is known by.
          migrations: await listMigrationsOf(tx),
          takenAt: await readClock(tx),
          tables: await listKeptTables(tx),
          read: (table) => copyOut(copyOutStatement(table)),
        }),
      ),
  );
}
