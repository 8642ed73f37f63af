import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { createDb, type Db } from "./client.ts";
import { isLockTimeout } from "./errors.ts";
import { grantToServer } from "./queries/server-grants.ts";

const FOLDER = new URL("./migrations/", import.meta.url);

/** Every file of the folder, by its name, in the order of their numbers. */
const migrations: Record<string, Migration> = {};
for (const file of readdirSync(FOLDER).sort()) {
  migrations[basename(file, ".ts")] = await import(new URL(file, FOLDER).href);
}

const MIGRATION_LOCK = 7_365_001;

/** Thrown when the schema could not be brought up to date; its message is one for an operator. */
export class MigrationError extends Error {
  override name = "MigrationError";
}

/**
 * Brings the schema of the database at `url` up to date on a connection of its own, and gives the server's
 * role what it needs in the same transaction. Of several processes at once one migrates while the others
 * wait, then find nothing left to do.
 *
 * @returns the names of the migrations that this call ran.
 * @throws MigrationError when another process holds the lock for more than `lockTimeoutMs` (60 s
 *   by default), when a table stays locked, or when a migration fails; nothing of it is kept then.
 */
export async function migrateToLatest(options: {
  /** The owner's address. */
  url: string;
  /** The role that servers use, unless it is the owner. */
  serverRole?: string | undefined;
  lockTimeoutMs?: number;
}): Promise<string[]> {
  const lockTimeoutMs = options.lockTimeoutMs ?? 60_000;
  const db = createDb({
    url: options.url,
    poolSize: 1,
    applicationName: "studbook-migrate",
    statementTimeoutMs: 0,
    onPoolError: () => undefined,
  });
  try {
    return await db.connection().execute(async (connection) => {
      await lockMigrations(connection, lockTimeoutMs);
      return await connection.transaction().execute(async (tx) => {
        const ran = await migrate(tx);
        if (options.serverRole) await grantToServer(tx, options.serverRole);
        return ran;
      });
    });
  } finally {
    await db.destroy();
  }
}

/** The names of all migrations, oldest first. */
export function listMigrationNames(): string[] {
  return Object.keys(migrations);
}

/** The migrations that the database has not seen yet, oldest first. */
export async function listPendingMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as there`.execute(db);
  if (!rows[0]?.there) return listMigrationNames();
  const seen = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const names = new Set(seen.rows.map(({ name }) => name));
  return listMigrationNames().filter((name) => !names.has(name));
}

/**
 * Makes this connection the only one that migrates, until it ends; no lock is waited for longer from
 * then on.
 *
 * @throws MigrationError when another process is at it for longer
 */
export async function lockMigrations<DB>(connection: Kysely<DB>, timeoutMs: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(timeoutMs)}, false)`.execute(connection);
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK}::bigint)`.execute(connection);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new MigrationError(
      `Another process has been migrating this database for more than ${timeoutMs / 1000} s. ` +
        "Wait for it to finish, or end it if it hangs (application_name studbook-migrate).",
      { cause: error },
    );
  }
}

/**
 * Runs the migrations that are missing of these, by default of all. The caller holds the lock. Inside a
 * transaction they are part of it.
 *
 * @returns the names of those that ran.
 * @throws MigrationError
 */
export async function migrate<DB>(
  connection: Kysely<DB>,
  names: readonly string[] = listMigrationNames(),
): Promise<string[]> {
  let failure: { name: string; error: unknown } | undefined;
  const wanted: Record<string, Migration> = {};
  for (const [name, migration] of Object.entries(migrations)) {
    if (!names.includes(name)) continue;
    wanted[name] = {
      async up(db) {
        try {
          await migration.up(db);
        } catch (error) {
          // In the transaction of a caller the migrator's next statement fails too, and hides this.
          failure ??= { name, error };
          throw error;
        }
      },
    };
  }
  const migrator = new Migrator({
    db: connection,
    provider: { getMigrations: async () => wanted },
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error === undefined) return results.map((result) => result.migrationName);
  const { name, error: cause } = failure ?? { name: "of the database", error };
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new MigrationError(`Migration ${name} failed: ${reason}`, { cause });
}
