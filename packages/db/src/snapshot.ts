import type { Db } from "./client.ts";
import { readClock } from "./clock.ts";
import { withCopyConnection } from "./copy-connection.ts";
import {
  type BackupTable,
  copyOutStatement,
  listAppliedMigrations,
  listBackupTables,
} from "./queries/backup-tables.ts";

/** The database's part of a backup, as of one instant, regardless of concurrent writes. */
export type Snapshot = {
  /** Runs queries that see only this instant. */
  db: Db;
  takenAt: Date;
  migrations: string[];
  tables: BackupTable[];
  /** Reads a table as the text of COPY, one table at a time. */
  read(table: BackupTable): AsyncIterable<Buffer>;
};

/** Opens a snapshot of the database at `url` for the duration of `work`. It does not block writers. */
export function withSnapshot<T>(url: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return withCopyConnection({ url, applicationName: "studbook-backup" }, ({ db, copyOut }) =>
    db
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(async (tx) =>
        work({
          db: tx,
          // Comes first because it fails in a database that was never migrated.
          migrations: await listAppliedMigrations(tx),
          takenAt: await readClock(tx),
          tables: await listBackupTables(tx),
          read: (table) => copyOut(copyOutStatement(table)),
        }),
      ),
  );
}
