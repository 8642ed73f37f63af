import { SAMPLE_OWNER_ID } from "@studbook/domain/samples";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../client.ts";
import { type BackupTable, listBackupTables, listTableNames } from "./backup-tables.ts";

const OWN_FUNCTIONS = sql`
  pronamespace = (select oid from pg_namespace where nspname = current_schema())
  and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid
    and deptype = 'e')`;

const ENTERED_BY_USERS: Record<string, RawBuilder<unknown>> = {
  users: sql`where id <> ${sql.lit(SAMPLE_OWNER_ID)}::uuid`,
  ads: sql`where user_id <> ${sql.lit(SAMPLE_OWNER_ID)}::uuid`,
  // Failed sign-ins are recorded in an empty installation too.
  audit_log: sql`where actor_id is not null or subject_id is not null`,
};

/** Tables with user data; all others are filled by migrations or derived from these. */
const USER_TABLES = ["users", "ads", "photos", "payments", "payment_attempts", "audit_log"];

/** Locks the tables with user data until the transaction ends. Returns those that are not empty. */
export async function lockNonEmptyTables(tx: Tx): Promise<string[]> {
  const existing = new Set(await listTableNames(tx));
  const tables = USER_TABLES.filter((name) => existing.has(name));
  const filled: string[] = [];
  for (const name of tables) {
    await sql`lock table ${sql.table(name)} in access exclusive mode`.execute(tx);
    const { rows } = await sql<{ any: boolean }>`
      select exists (select from ${sql.table(name)} ${ENTERED_BY_USERS[name] ?? sql``}) as any`.execute(
      tx,
    );
    if (rows[0]?.any) filled.push(name);
  }
  return filled;
}

/** Drops the tables and functions of the schema, except those of extensions. */
export async function dropSchema(tx: Tx): Promise<void> {
  for (const name of await listTableNames(tx)) {
    await sql`drop table if exists ${sql.table(name)} cascade`.execute(tx);
  }
  const { rows } = await sql<{ signature: string }>`
    select p.oid::regprocedure::text as signature from pg_proc p
    where ${OWN_FUNCTIONS} and prokind = 'f'`.execute(tx);
  for (const { signature } of rows) {
    await sql.raw(`drop function if exists ${signature} cascade`).execute(tx);
  }
}

/** Deletes the rows that migrations have inserted. */
export async function truncateSeeds(tx: Tx, tables: readonly BackupTable[]): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await sql<{ any: boolean }>`
      select exists (select from ${sql.table(name)}) as any`.execute(tx);
    // The audit log rejects TRUNCATE even when it is empty.
    if (rows[0]?.any) await sql`truncate ${sql.table(name)} cascade`.execute(tx);
  }
}

/**
 * Disables INSERT triggers, because a backup already contains their effects. Other triggers, such as those that
 * protect the audit log, stay enabled.
 *
 * @returns a function that enables them again
 */
export async function disableInsertTriggers(tx: Tx): Promise<() => Promise<void>> {
  const { rows } = await sql<{ tableName: string; name: string; enabled: string }>`
    select c.relname::text as table_name, t.tgname::text as name, t.tgenabled::text as enabled
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = (select oid from pg_namespace where nspname = current_schema())
      and not t.tgisinternal and t.tgtype & 4 <> 0 and t.tgenabled <> 'D'`.execute(tx);
  const alterAll = async (actionOf: (enabled: string) => string) => {
    for (const { tableName, name, enabled } of rows) {
      await sql`alter table ${sql.table(tableName)} ${sql.raw(actionOf(enabled))} trigger ${sql.id(name)}`.execute(
        tx,
      );
    }
  };
  await alterAll(() => "disable");
  return () => alterAll((enabled) => ENABLE[enabled] ?? "enable");
}

const ENABLE: Record<string, string> = { A: "enable always", R: "enable replica" };

/** Sets every column's sequence to the column's highest value. */
export async function setSequences(tx: Tx): Promise<void> {
  const { rows } = await sql<{ sequence: string; tableName: string; columnName: string }>`
    select s.oid::regclass::text as sequence, c.relname::text as table_name,
      a.attname::text as column_name
    from pg_class s
    join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.oid
      and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i') and d.refobjsubid > 0
    join pg_class c on c.oid = d.refobjid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
    where s.relkind = 'S'
      and s.relnamespace = (select oid from pg_namespace where nspname = current_schema())`.execute(
    tx,
  );
  for (const { sequence, tableName, columnName } of rows) {
    await sql`
      select setval(${sequence}::regclass, max(${sql.id(columnName)})) from ${sql.table(tableName)}
      having max(${sql.id(columnName)}) is not null`.execute(tx);
  }
}

/** Returns the columns of a backup that the schema does not have. */
export async function listUnknownColumns(
  db: Db,
  tables: readonly BackupTable[],
): Promise<string[]> {
  const known = new Set(
    (await listBackupTables(db)).flatMap(({ name, columns }) =>
      columns.map((column) => `${name}.${column}`),
    ),
  );
  return tables
    .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`))
    .filter((column) => !known.has(column));
}

/** Updates the planner's statistics. */
export async function analyze(tx: Tx): Promise<void> {
  await sql`analyze`.execute(tx);
}
