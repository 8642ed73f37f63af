import { sql } from "kysely";
import type { Db } from "../client.ts";
import { WRITTEN_BY_MIGRATIONS } from "./server-grants.ts";

/** A table and its columns, without generated ones. */
export type BackupTable = { name: string; columns: string[] };

// Short-lived data that nobody misses after a restore, and what the restore's migrations write again.
const EXCLUDED = [
  "sessions",
  "devices",
  "tries",
  "sign_in_tries",
  "upload_attempts",
  "email_tokens",
  ...WRITTEN_BY_MIGRATIONS,
];

const OWN_TABLES = sql`
  c.relkind = 'r'
  and c.relnamespace = (select oid from pg_namespace where nspname = current_schema())
  and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid
    and deptype = 'e')`;

/**
 * Returns every table in a backup, from PostgreSQL's catalog, sorted so that a table comes before those that refer
 * to it. The job queue is in another schema and is not included.
 */
export async function listBackupTables(db: Db): Promise<BackupTable[]> {
  const { rows } = await sql<BackupTable & { refersTo: string[] }>`
    select c.relname::text as name,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0
        and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(select parent.relname::text from pg_constraint
        join pg_class parent on parent.oid = confrelid
        where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as refers_to
    from pg_class c where ${OWN_TABLES} and c.relname <> all(${EXCLUDED}) order by c.relname`.execute(
    db,
  );
  const sorted: BackupTable[] = [];
  let left = rows;
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name));
    const free = left.filter(({ refersTo }) => !refersTo.some((parent) => waiting.has(parent)));
    if (free.length === 0)
      throw new Error(`Tables refer to each other: ${[...waiting].join(", ")}`);
    sorted.push(...free.map(({ name, columns }) => ({ name, columns })));
    left = left.filter((table) => !free.includes(table));
  }
  return sorted;
}

/** Returns the names of all tables in the schema. */
export async function listTableNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname::text as name from pg_class c where ${OWN_TABLES} order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

/** Returns the migrations that have run in a database, oldest first. */
export async function listAppliedMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Returns photos ordered by ID, and whether an ad uses each. */
export async function listPhotoUses(
  db: Db,
  page: { after: string | undefined; limit: number },
): Promise<{ id: string; used: boolean }[]> {
  const { rows } = await sql<{ id: string; used: boolean }>`
    select id, ad_id is not null as used from photos
    where ${page.after === undefined ? sql`true` : sql`id > ${page.after}::uuid`}
    order by id limit ${page.limit}`.execute(db);
  return rows;
}

/** Returns the COPY statement that writes a table as text. */
export function copyOutStatement(table: BackupTable): string {
  return `copy ${tableWithColumns(table)} to stdout`;
}

/** Returns the COPY statement that loads what `copyOutStatement` wrote. */
export function copyInStatement(table: BackupTable): string {
  return `copy ${tableWithColumns(table)} from stdin`;
}

function tableWithColumns({ name, columns }: BackupTable): string {
  return `${quote(name)} (${columns.map(quote).join(", ")})`;
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
