import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { LOCK_KEYS } from "./advisory-locks.ts";
import { createDb, type Db } from "./client.ts";
import { isDatabaseUnavailable } from "./errors.ts";
import {
  listMigrationNames,
  listPendingMigrations,
  MIGRATIONS,
  type Migrations,
} from "./migration-list.ts";
import { listMigrators } from "./queries/lock-blockers.ts";
import { grantServerPrivileges } from "./queries/server-grants.ts";
import {
  type Attempts,
  type Patience,
  pause,
  retryUntilReachable,
  startAttempts,
} from "./retry.ts";
import {
  describeSession,
  isLockConflict,
  limitLockWaits,
  retryLockConflicts,
} from "./wait-for-locks.ts";

const POLL_MS = 100;

/**
 * How long a migration waits for a table, and the servers behind it. Servers give up lock waits of more than 250 ms if
 * other requests need the connection. It is also shorter than PostgreSQL's default `deadlock_timeout`, so that no statement
 * of a server is canceled to resolve a deadlock with a migration.
 */
const LOCK_TIMEOUT_MS = 200;

/** The pause before the next attempt, at least, in which the servers' statements run. */
const LOCK_PAUSE_MS = 1000;

/** Thrown if a migration fails. The message is for the operator. */
export class MigrationError extends Error {
  override name = "MigrationError";
}

export type MigrateOptions = Patience & {
  /** The owner's database URL. */
  url: string;
  /** The servers' role, unless they connect as the owner. */
  serverRole?: string | undefined;
  /** Runs before the migrations, in one process at a time. It can run again after a lost connection. */
  prepare?: () => Promise<void>;
  /** All by default. */
  migrations?: Migrations;
  /** For tests. */
  lockTimeoutMs?: number;
  /** For tests. */
  lockPauseMs?: number;
};

/**
 * Runs all pending migrations on a new connection. Each has its own transaction, in which it also grants the server role
 * its privileges. Waits up to `patienceMs` while another process migrates, a table is in use, or the database restarts.
 *
 * @returns the names of the migrations that this call ran
 * @throws MigrationError if a migration fails or the patience is over. That migration is rolled back; earlier ones stay
 */
export async function migrateToLatest(options: MigrateOptions): Promise<string[]> {
  const attempts = startAttempts(options);
  const ran: string[] = [];
  await retryUntilReachable(attempts, async () => {
    const db = createDb({
      url: options.url,
      poolSize: 2,
      applicationName: "studbook-migrate",
      statementTimeoutMs: 0,
      onPoolError: () => undefined,
    });
    try {
      await db.connection().execute(async (connection) => {
        await lockMigrations(connection, attempts);
        await options.prepare?.();
        await runPending({ db, connection, attempts }, options, (names) => ran.push(...names));
      });
    } finally {
      await db.destroy();
    }
  });
  return ran;
}

async function runPending(
  parts: { db: Db; connection: Db; attempts: Attempts },
  options: MigrateOptions,
  onRun: (names: readonly string[]) => void,
): Promise<void> {
  const { connection, attempts } = parts;
  const { serverRole, migrations = MIGRATIONS } = options;
  const { lockTimeoutMs = LOCK_TIMEOUT_MS, lockPauseMs = LOCK_PAUSE_MS } = options;
  const all = Object.keys(migrations);
  await limitLockWaits(connection, lockTimeoutMs);
  const pending = await listPendingMigrations(connection, all);
  const isNew = pending.length === all.length;
  // The last step only grants, and detects a database of a later version.
  for (const name of [...pending, undefined]) {
    const names = name === undefined ? all : all.slice(0, all.indexOf(name) + 1);
    const step = async () => {
      if (name && migrations[name]?.isTransactional === false) {
        return onRun(await migrate(connection, names, migrations));
      }
      const ran = await connection.transaction().execute(async (tx) => {
        const migrated = await migrate(tx, names, migrations);
        // In the same transaction, because triggers on older tables may write to new ones. No server uses a new database.
        const grants = name === undefined || !isNew;
        if (serverRole && grants) await grantServerPrivileges(tx, serverRole);
        return migrated;
      });
      onRun(ran);
    };
    await retryLockConflicts({ ...parts, pauseMs: lockPauseMs }, step, (blockers, cause) => {
      const what = name === undefined ? "Granting privileges" : `Migration ${name}`;
      const message =
        `${what} waited for ${attempts.patienceMs / 1000} s for ${blockers}. Wait until that session has finished, or ` +
        "end it (select pg_terminate_backend(...)), and run the command again. Nothing that has already run is lost.";
      return new MigrationError(message, { cause });
    });
  }
}

/**
 * Takes the migration lock until the connection ends.
 *
 * @throws MigrationError if another process still holds the lock when the patience is over
 */
export async function lockMigrations<DB>(
  connection: Kysely<DB>,
  attempts: Attempts,
): Promise<void> {
  // A statement that waits for the lock would keep its holder from building an index concurrently.
  while (!(await tryLockMigrations(connection))) {
    const [holder] = await listMigrators(connection);
    const who = holder ? describeSession(holder) : "another process";
    if (attempts.isOver()) {
      throw new MigrationError(
        `Another process has been migrating this database for more than ${attempts.patienceMs / 1000} s: ${who}. ` +
          "Wait for it to finish, or stop it if it hangs.",
      );
    }
    attempts.report(`Waiting for another process that migrates this database: ${who}`);
    await pause(POLL_MS);
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
 * @throws MigrationError, or the database's error if a lock was not available or the connection was lost
 */
export async function migrate<DB>(
  connection: Kysely<DB>,
  names: readonly string[] = listMigrationNames(),
  migrations: Migrations = MIGRATIONS,
): Promise<string[]> {
  const restoreLockTimeout = await rememberLockTimeout(connection);
  let failure: { name: string; error: unknown } | undefined;
  const selected: Record<string, Migration> = {};
  for (const [name, migration] of Object.entries(migrations)) {
    if (!names.includes(name)) continue;
    selected[name] = {
      async up(db) {
        try {
          await restoreLockTimeout(db);
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
    disableTransactions: !connection.isTransaction,
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error === undefined) {
    await restoreLockTimeout(connection);
    return results.map((result) => result.migrationName);
  }
  const { name, error: cause } = failure ?? { name: "of the database", error };
  if (isLockConflict(cause) || isDatabaseUnavailable(cause)) throw cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new MigrationError(`Migration ${name} failed: ${reason}`, { cause });
}

/** Returns a function that sets the current `lock_timeout` again: in a transaction, Kysely's migrator makes it an hour. */
async function rememberLockTimeout<DB>(
  connection: Kysely<DB>,
): Promise<<DB>(db: Kysely<DB>) => Promise<void>> {
  const { rows } = await sql<{ value: string }>`
    select current_setting('lock_timeout') as value`.execute(connection);
  const value = rows[0]?.value ?? "0";
  return async (db) => {
    await sql`select set_config('lock_timeout', ${value}, ${db.isTransaction})`.execute(db);
  };
}
