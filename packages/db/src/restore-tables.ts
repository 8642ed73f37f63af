import { pipeline } from "node:stream/promises";
import type { Tx } from "./client.ts";
import { withCopyConnection } from "./copy-connection.ts";
import { lockMigrations, migrate } from "./migrate.ts";
import { isReadOnly, READ_ONLY } from "./ping.ts";
import { type BackupTable, copyInStatement, listTableNames } from "./queries/backup-tables.ts";
import {
  analyze,
  disableInsertTriggers,
  dropSchema,
  listUnknownColumns,
  lockNonEmptyTables,
  setSequences,
  truncateSeeds,
} from "./queries/restore-tables.ts";
import { grantServerPrivileges } from "./queries/server-grants.ts";
import { listWrongSums } from "./queries/wrong-sums.ts";
import { startAttempts } from "./retry.ts";
import { type DatabaseUrls, findServerRole } from "./server-role.ts";
import { limitLockWaits } from "./wait-for-locks.ts";

/** Thrown if a restore is rejected. The message is for the operator. */
export class RestoreError extends Error {
  override name = "RestoreError";
}

/** Loads a table. Returns the number of its rows. */
export type LoadTable = (name: string, rows: AsyncIterable<Buffer>) => Promise<number>;

export type Restoration = {
  database: DatabaseUrls;
  /** The migrations that had run in the backed-up database; all exist here. */
  migrations: readonly string[];
  tables: readonly BackupTable[];
  /** Loads every table by name with the text of COPY, one at a time. */
  fill(load: LoadTable): Promise<void>;
  /** Runs at the end of the transaction. */
  finish(tx: Tx): Promise<void>;
};

const LOCK_MS = 10_000;

/**
 * Restores a backup into an empty installation in one transaction: the schema of that time, the rows, later
 * migrations, and the server role's privileges. If it fails at any point, the installation stays empty.
 *
 * @returns the migrations that ran after those of the backup, and stored sums that already differed from the rows in
 *   the backup
 * @throws RestoreError if the database is read-only, is not empty or contains tables that do not belong to Studbook
 */
export function restoreTables(
  restoration: Restoration,
): Promise<{ migrated: string[]; wrongSums: string[] }> {
  const { database, migrations, tables, fill, finish } = restoration;
  const options = { url: database.ownerUrl, applicationName: "studbook-restore" };
  const serverRole = findServerRole(database);
  return withCopyConnection(options, async ({ db, copyIn }) => {
    if (await isReadOnly(db)) throw new RestoreError(READ_ONLY);
    await lockMigrations(db, startAttempts({ patienceMs: LOCK_MS }));
    await limitLockWaits(db, LOCK_MS);
    return await db.transaction().execute(async (tx) => {
      const before = await listTableNames(tx);
      const nonEmpty = await lockNonEmptyTables(tx);
      if (nonEmpty.length > 0) {
        throw new RestoreError(
          `This installation is not empty (it already has ${nonEmpty.join(", ").replaceAll("_", " ")}). ` +
            "Restore into a new database.",
        );
      }
      await dropSchema(tx);
      await migrate(tx, migrations);
      const unknown = await listUnknownColumns(tx, tables);
      if (unknown.length > 0) {
        throw new RestoreError(
          `The backup has columns that are unknown to this version: ${unknown.join(", ")}. ` +
            "Restore it with the version that wrote it, or a later one.",
        );
      }
      await truncateSeeds(tx, tables);
      const enableTriggers = await disableInsertTriggers(tx);
      await fill(async (name, rows) => {
        const table = tables.find((listed) => listed.name === name);
        if (!table)
          throw new RestoreError(
            `The backup lists no columns for its table ${name}. Use another backup.`,
          );
        const copy = copyIn(copyInStatement(table));
        await pipeline(rows, copy);
        return copy.rowCount;
      });
      await enableTriggers();
      await setSequences(tx);
      const migrated = await migrate(tx);
      await checkForeignTables(tx, before);
      const wrongSums = await listWrongSums(tx);
      if (serverRole) await grantServerPrivileges(tx, serverRole);
      await finish(tx);
      await analyze(tx);
      return { migrated, wrongSums };
    });
  });
}

/** Throws if the schema had tables that no migration creates, which would now be lost. */
async function checkForeignTables(tx: Tx, before: readonly string[]): Promise<void> {
  const after = new Set(await listTableNames(tx));
  const lost = before.filter((name) => !after.has(name));
  if (lost.length === 0) return;
  throw new RestoreError(
    `The database contains tables that do not belong to Studbook: ${lost.join(", ")}. ` +
      "Restore into a separate database.",
  );
}
