import { sql } from "kysely";
import type { Db } from "../client.ts";

/** A table and those of its columns that hold something of their own. */
export type KeptTable = { name: string; columns: string[] };

// What a person does without after a restore, and what the migrations note by themselves.
const NOT_KEPT = [
  "sessions",
  "devices",
  "tries",
  "sign_in_tries",
  "upload_attempts",
  "email_tokens",
  "kysely_migration",
  "kysely_migration_lock",
];

const OURS = sql`
  c.relkind = 'r'
  and c.relnamespace = (select oid from pg_namespace where nspname = current_schema())
  and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid
    and deptype = 'e')`;

/**
 * Every table that a backup carries, as the catalogue knows them, one that is referred to before those
 * that refer to it. The job queue has a schema of its own and is not among them.
 */
export async function listKeptTables(db: Db): Promise<KeptTable[]> {
  const { rows } = await sql<KeptTable & { refersTo: string[] }>`
    select c.relname::text as name,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0
        and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(select parent.relname::text from pg_constraint
        join pg_class parent on parent.oid = confrelid
        where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as refers_to
    from pg_class c where ${OURS} and c.relname <> all(${NOT_KEPT}) order by c.relname`.execute(db);
  const sorted: KeptTable[] = [];
  let left = rows;
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name));
    const free = left.filter(({ refersTo }) => !refersTo.some((parent) => waiting.has(parent)));
    if (free.length === 0) throw new Error(`Tables refer to each other: ${[...waiting]}`);
    sorted.push(...free.map(({ name, columns }) => ({ name, columns })));
    left = left.filter((table) => !free.includes(table));
  }
  return sorted;
}

/** The names of all tables of the schema. */
export async function listTableNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname::text as name from pg_class c where ${OURS} order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

/** The migrations that a database has seen, oldest first. */
export async function listMigrationsOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Photos in the order of their ids, with whether an ad shows them. */
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

/** The COPY statement that writes a table to a stream of text. */
export function copyOutStatement(table: KeptTable): string {
  return `copy ${place(table)} to stdout`;
}

/** The COPY statement that reads back what `copyOutStatement` wrote. */
export function copyInStatement(table: KeptTable): string {
  return `copy ${place(table)} from stdin`;
}

function place({ name, columns }: KeptTable): string {
  return `${quote(name)} (${columns.map(quote).join(", ")})`;
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
