import { type Kysely, type RawBuilder, sql } from "kysely";

const QUEUE_SCHEMA = "pgboss";

/** Tables of the job queue that the server reads and writes, including their partitions. */
const QUEUE_TABLES = ["job", "job_dependency", "schedule"];

/**
 * Columns of the job queue that the server cannot update. An upgrade of the queue runs their content, like that of
 * the table `bam`, as SQL with the owner's privileges.
 */
const PROTECTED_COLUMNS: Record<string, string[]> = {
  queue: ["name", "policy", "partition", "table_name", "dead_letter"],
  version: ["version"],
};

/** The columns of an audit record that a server writes. PostgreSQL sets ID and time, so that they cannot be forged. */
export const AUDIT_COLUMNS = [
  "actor_id",
  "action",
  "subject_type",
  "subject_id",
  "details",
  "request_id",
];

/** Tables that only migrations write. Servers can read them, and backups leave them out. */
export const WRITTEN_BY_MIGRATIONS = ["kysely_migration", "kysely_migration_lock", "zips"];

const LARGE_OBJECT_WRITERS = [
  "lo_creat",
  "lo_create",
  "lo_from_bytea",
  "lo_import",
  "lo_put",
  "lowrite",
];

/** Lets servers add a queue, as pg-boss does at startup, but not one with its own table. */
const QUEUE_CONSTRAINT = "studbook_common_table";

/**
 * Grants a server's role the privileges it needs in this database and revokes all others. It reads and writes rows of
 * all tables, but only reads and appends to the audit log (without choosing IDs and times) and only reads what
 * migrations write. It gets no privileges on sequences: identity columns need none, and a role that has them can
 * exhaust the IDs. The caller owns the tables.
 */
export async function grantServerPrivileges<DB>(db: Kysely<DB>, role: string): Promise<void> {
  const to = sql.id(role);
  const run = (statement: RawBuilder<unknown>) => statement.execute(db);
  const database = sql.id(await readDatabaseName(db));
  await run(sql`revoke create, temporary on database ${database} from public, ${to}`);
  await run(sql`grant connect on database ${database} to ${to}`);
  await run(sql`revoke create on schema public from public, ${to}`);
  await run(sql`grant usage on schema public to ${to}`);
  await revokeLargeObjects(db);
  await revokeAll(db, "public", to);
  await run(sql`grant select, insert, update, delete on all tables in schema public to ${to}`);
  await run(sql`grant execute on all functions in schema public to ${to}`);
  if (await hasAuditLog(db)) {
    await run(sql`revoke insert, update, delete on audit_log from ${to}`);
    const appended = sql.join(AUDIT_COLUMNS.map((column) => sql.id(column)));
    await run(sql`grant insert (${appended}) on audit_log to ${to}`);
  }
  for (const table of await listWrittenByMigrations(db)) {
    await run(sql`revoke insert, update, delete on ${sql.id(table)} from ${to}`);
  }
  if (await hasQueue(db)) await grantQueue(db, to);
}

/**
 * Revokes writing large objects from everybody: they fill the disk, and our backups do not include them. Only a
 * superuser can do so; under another owner PostgreSQL's default stays.
 */
async function revokeLargeObjects<DB>(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ signature: string }>`
    select oid::regprocedure::text as signature from pg_proc
    where pronamespace = 'pg_catalog'::regnamespace
      and proname = any(${LARGE_OBJECT_WRITERS}::text[])
      and (select rolsuper from pg_roles where rolname = current_user)`.execute(db);
  for (const { signature } of rows) {
    await sql`revoke execute on function ${sql.raw(signature)} from public`.execute(db);
  }
}

async function grantQueue<DB>(db: Kysely<DB>, to: RawBuilder<unknown>): Promise<void> {
  const schema = sql.id(QUEUE_SCHEMA);
  await sql`grant usage on schema ${schema} to ${to}`.execute(db);
  await revokeAll(db, QUEUE_SCHEMA, to);
  const { rows } = await sql<{ name: string; root: string; columns: string[] }>`
    select c.relname::text as name, coalesce(parent.relname, c.relname)::text as root,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0
        and not attisdropped and attgenerated = '') as columns
    from pg_class c
    left join pg_inherits i on i.inhrelid = c.oid
    left join pg_class parent on parent.oid = i.inhparent
    where c.relkind in ('r', 'p') and c.relnamespace = ${QUEUE_SCHEMA}::regnamespace`.execute(db);
  for (const { name, root, columns } of rows) {
    const table = sql.id(QUEUE_SCHEMA, name);
    const protectedColumns = PROTECTED_COLUMNS[root];
    if (QUEUE_TABLES.includes(root)) {
      await sql`grant select, insert, update, delete on ${table} to ${to}`.execute(db);
    } else if (protectedColumns) {
      const updated = columns.filter((column) => !protectedColumns.includes(column));
      await sql`grant select, update (${sql.join(updated.map((column) => sql.id(column)))}) on ${table} to ${to}`.execute(
        db,
      );
    }
  }
  await sql`grant insert on ${sql.id(QUEUE_SCHEMA, "queue")} to ${to}`.execute(db);
  await constrainQueues(db);
}

async function constrainQueues<DB>(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql`select from pg_constraint where conname = ${QUEUE_CONSTRAINT}`.execute(
    db,
  );
  if (rows.length > 0) return;
  await sql`alter table ${sql.id(QUEUE_SCHEMA, "queue")} add constraint ${sql.id(QUEUE_CONSTRAINT)}
    check (not partition and table_name = 'job_common')`.execute(db);
}

async function revokeAll<DB>(
  db: Kysely<DB>,
  schema: string,
  from: RawBuilder<unknown>,
): Promise<void> {
  for (const kind of ["tables", "sequences", "functions"]) {
    await sql`revoke all on all ${sql.raw(kind)} in schema ${sql.id(schema)} from ${from}`.execute(
      db,
    );
  }
}

async function readDatabaseName<DB>(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  return rows[0]?.name ?? "";
}

/** Returns those of `WRITTEN_BY_MIGRATIONS` that exist. */
async function listWrittenByMigrations<DB>(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace
      and relname = any(${WRITTEN_BY_MIGRATIONS}::text[])`.execute(db);
  return rows.map(({ name }) => name);
}

/** Whether the migration has run that creates the audit log. */
async function hasAuditLog<DB>(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql`select where to_regclass('public.audit_log') is not null`.execute(db);
  return rows.length > 0;
}

async function hasQueue<DB>(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql`
    select from pg_namespace where nspname = ${QUEUE_SCHEMA}`.execute(db);
  return rows.length > 0;
}
