import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Db } from "./client.ts";

/** A module in the folder `migrations`. */
export type StudbookMigration = Pick<Migration, "up"> & {
  /**
   * False for a migration that builds an index (`createIndex`) or changes rows in batches. It runs outside a
   * transaction and can be interrupted anywhere, so it must be able to run again. It cannot also change a table.
   */
  isTransactional?: boolean;
  /** The rules of `migration-rules.test.ts` that the migration breaks, each with the reason why that is safe. */
  exceptions?: Readonly<Record<string, string>>;
};

/** Migrations by name, sorted by number. */
export type Migrations = Readonly<Record<string, StudbookMigration>>;

const FOLDER = new URL("./migrations/", import.meta.url);

/** All migrations of this version. */
export const MIGRATIONS: Migrations = await importMigrations();

async function importMigrations(): Promise<Migrations> {
  const migrations: Record<string, StudbookMigration> = {};
  for (const file of readdirSync(FOLDER).sort()) {
    migrations[basename(file, ".ts")] = await import(new URL(file, FOLDER).href);
  }
  return migrations;
}

/** Returns the names of all migrations, oldest first. */
export function listMigrationNames(): string[] {
  return Object.keys(MIGRATIONS);
}

/** Returns those of the given migrations that have not run in this database, oldest first; of all by default. */
export async function listPendingMigrations(
  db: Db,
  names: readonly string[] = listMigrationNames(),
): Promise<string[]> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(db);
  if (!rows[0]?.exists) return [...names];
  const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const known = new Set(applied.rows.map(({ name }) => name));
  return names.filter((name) => !known.has(name));
}
