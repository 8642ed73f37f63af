import { pipeline } from "node:stream/promises";
import type { Tx } from "./client.ts";
import { withCopyConnection } from "./copy-connection.ts";
import { lockMigrations, migrate } from "./migrate.ts";
import { listWrongSums } from "./queries/check-sums.ts";
import { copyInStatement, type KeptTable, listTableNames } from "./queries/kept-tables.ts";
import {
  analyze,
  dropSchema,
  emptySeeds,
  listUnknownColumns,
  lockFilledTables,
  setSequences,
  stillTriggers,
} from "./queries/restore-tables.ts";
import { grantToServer } from "./queries/server-grants.ts";
import { type DatabaseUrls, findServerRole } from "./server-role.ts";

/** Why nothing was restored; its message is one for an operator. */
export class RestoreError extends Error {
  override name = "RestoreError";
}

/** Loads a table; resolves with the number of its rows. */
export type LoadTable = (name: string, rows: AsyncIterable<Buffer>) => Promise<number>;

export type Restoration = {
  database: DatabaseUrls;
  /** Those that the backup's database had seen, all of them known here. */
  migrations: readonly string[];
  tables: readonly KeptTable[];
  /** Loads every table by its name with COPY's text, one at a time. */
  fill(load: LoadTable): Promise<void>;
  /** The last thing in the transaction. */
  finish(tx: Tx): Promise<void>;
};

const LOCK_MS = 10_000;

/**
 * Makes the empty installation of the database what a backup holds, in one transaction: the schema as it was
 * then, the rows, the migrations since, what the server's role may do. However it is interrupted, the
 * installation stays empty.
 *
 * @returns the migrations that came after those of the backup, and the sums that do not agree with the
 *   rows, as they did not in the backup either
 * @throws RestoreError when the installation is not empty or holds tables of another program
 */
export function restoreTables(
  restoration: Restoration,
): Promise<{ migrated: string[]; wrongSums: string[] }> {
  const { database, migrations, tables, fill, finish } = restoration;
  const options = { url: database.ownerUrl, applicationName: "studbook-restore" };
  const serverRole = findServerRole(database);
  return withCopyConnection(options, async ({ db, copyIn }) => {
    await lockMigrations(db, LOCK_MS);
    return await db.transaction().execute(async (tx) => {
      const before = await listTableNames(tx);
      const filled = await lockFilledTables(tx);
      if (filled.length > 0) {
        throw new RestoreError(
          `This installation is not empty (there are ${filled.join(", ").replaceAll("_", " ")}). ` +
            "Restore into a new database.",
        );
      }
      await dropSchema(tx);
      await migrate(tx, migrations);
      const unknown = await listUnknownColumns(tx, tables);
      if (unknown.length > 0) {
        throw new RestoreError(
          `The backup has columns that Studbook has not: ${unknown.join(", ")}`,
        );
      }
      await emptySeeds(tx, tables);
      const wake = await stillTriggers(tx);
      await fill(async (name, rows) => {
        const table = tables.find((it) => it.name === name);
        if (!table) throw new RestoreError(`The backup has no columns for its table ${name}`);
        const copy = copyIn(copyInStatement(table));
        await pipeline(rows, copy);
        return copy.rowCount;
      });
      await wake();
      await setSequences(tx);
      const migrated = await migrate(tx);
      await checkNothingLost(tx, before);
      const wrongSums = await listWrongSums(tx);
      if (serverRole) await grantToServer(tx, serverRole);
      await finish(tx);
      await analyze(tx);
      return { migrated, wrongSums };
    });
  });
}

/** What was there and is not made by our migrations was somebody else's. */
async function checkNothingLost(tx: Tx, before: readonly string[]): Promise<void> {
  const after = new Set(await listTableNames(tx));
  const lost = before.filter((name) => !after.has(name));
  if (lost.length === 0) return;
  throw new RestoreError(
    `The database holds tables that are not Studbook's: ${lost.join(", ")}. ` +
      "Restore into a database of its own.",
  );
}
