import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { LOCK_KEYS } from "./advisory-locks.ts";
import { createDb, type Db } from "./client.ts";
import { grantServerPrivileges } from "./queries/server-grants.ts";

const FOLDER = new URL("./migrations/", import.meta.url);

/** Migrations by name, sorted by number. */
const migrations: Record<string, Migration> = {};
for (const file of readdirSync(FOLDER).sort()) {
  migrations[basename(file, ".ts")] = await import(new URL(file, FOLDER).href);
}

const POLL_MS = 100;

/** Thrown if a migration fails. The message is for the operator. */
export class MigrationError extends Error {
  override name = "MigrationError";
}

/**
 * Runs all pending migrations and grants the server role its privileges, in one transaction on a new connection.
 * Concurrent processes wait for the first one and then find nothing to do.
 *
 * @returns the names of the migrations that this call ran
 * @throws MigrationError if another process holds the lock for more than `lockTimeoutMs` (60 s by default), if a
 *   table stays locked, or if a migration fails; everything is rolled back
 */
export async function migrateToLatest(options: {
  /** The owner's database URL. */
  url: string;
  /** The servers' role, unless they connect as the owner. */
  serverRole?: string | undefined;
  lockTimeoutMs?: number;
  /** Runs before the migrations, in one process at a time. */
  prepare?: () => Promise<void>;
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
      await options.prepare?.();
      return await connection.transaction().execute(async (tx) => {
        const ran = await migrate(tx);
        if (options.serverRole) await grantServerPrivileges(tx, options.serverRole);
        return ran;
      });
    });
  } finally {
    await db.destroy();
  }
}

/** Returns the names of all migrations, oldest first. */
export function listMigrationNames(): string[] {
  return Object.keys(migrations);
}

/** Returns the migrations that have not run in this database, oldest first. */
export async function listPendingMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(db);
  if (!rows[0]?.exists) return listMigrationNames();
  const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const names = new Set(applied.rows.map(({ name }) => name));
  return listMigrationNames().filter((name) => !names.has(name));
}

/**
 * Takes the migration lock until the connection ends, and sets the connection's `lock_timeout`.
 *
 * @throws MigrationError if another process holds the lock for longer than `timeoutMs`
 */
export async function lockMigrations<DB>(connection: Kysely<DB>, timeoutMs: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(timeoutMs)}, false)`.execute(connection);
  const deadline = performance.now() + timeoutMs;
  // A statement that waits for the lock would keep its holder from building an index concurrently.
  while (!(await tryLockMigrations(connection))) {
    if (performance.now() >= deadline) {
      throw new MigrationError(
        `Another process has been migrating this database for more than ${timeoutMs / 1000} s. ` +
          "Wait for it to finish, or stop it if it hangs (application_name studbook-migrate).",
      );
    }
    await delay(POLL_MS);
  }
}

async function tryLockMigrations<DB>(connection: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(${LOCK_KEYS.migration}::bigint) as locked`.execute(connection);
  return rows[0]?.locked === true;
}

/**
 * Runs those of the given migrations that are pending; all by default. The caller holds the migration lock. In a
 * transaction they become part of it.
 *
 * @returns the names of the migrations that ran
 * @throws MigrationError
 */
export async function migrate<DB>(
  connection: Kysely<DB>,
  names: readonly string[] = listMigrationNames(),
): Promise<string[]> {
  let failure: { name: string; error: unknown } | undefined;
  const selected: Record<string, Migration> = {};
  for (const [name, migration] of Object.entries(migrations)) {
    if (!names.includes(name)) continue;
    selected[name] = {
      async up(db) {
        try {
          await migration.up(db);
        } catch (error) {
          // In the caller's transaction the migrator's next statement fails too and would hide this error.
          failure ??= { name, error };
          throw error;
        }
      },
    };
  }
  const migrator = new Migrator({
    db: connection,
    provider: { getMigrations: async () => selected },
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error === undefined) return results.map((result) => result.migrationName);
  const { name, error: cause } = failure ?? { name: "of the database", error };
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new MigrationError(`Migration ${name} failed: ${reason}`, { cause });
}
