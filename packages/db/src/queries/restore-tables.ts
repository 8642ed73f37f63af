import { SAMPLE_OWNER_ID } from "@studbook/domain/samples";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../client.ts";
import { type KeptTable, listKeptTables, listTableNames } from "./kept-tables.ts";

const OURS_ALONE = sql`
  pronamespace = (select oid from pg_namespace where nspname = current_schema())
  and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid
    and deptype = 'e')`;

const MADE_BY_PEOPLE: Record<string, RawBuilder<unknown>> = {
  users: sql`where id <> ${sql.lit(SAMPLE_OWNER_ID)}::uuid`,
  ads: sql`where user_id <> ${sql.lit(SAMPLE_OWNER_ID)}::uuid`,
  // Strangers fail to sign in to an empty installation too.
  audit_log: sql`where actor_id is not null or subject_id is not null`,
};

/** What people have put into an installation; the rest comes with the migrations or follows from these. */
const OF_PEOPLE = ["users", "ads", "photos", "payments", "payment_attempts", "audit_log"];

/**
 * Which tables hold something that a person has done, after locking them all until the transaction
 * ends. Tables that are not there hold nothing.
 */
export async function lockFilledTables(tx: Tx): Promise<string[]> {
  const there = new Set(await listTableNames(tx));
  const tables = OF_PEOPLE.filter((name) => there.has(name));
  const filled: string[] = [];
  for (const name of tables) {
    await sql`lock table ${sql.table(name)} in access exclusive mode`.execute(tx);
    const { rows } = await sql<{ any: boolean }>`
      select exists (select from ${sql.table(name)} ${MADE_BY_PEOPLE[name] ?? sql``}) as any`.execute(
      tx,
    );
    if (rows[0]?.any) filled.push(name);
  }
  return filled;
}

/** Removes the tables and functions of the schema, but those of extensions. */
export async function dropSchema(tx: Tx): Promise<void> {
  for (const name of await listTableNames(tx)) {
    await sql`drop table if exists ${sql.table(name)} cascade`.execute(tx);
  }
  const { rows } = await sql<{ signature: string }>`
    select p.oid::regprocedure::text as signature from pg_proc p
    where ${OURS_ALONE} and prokind = 'f'`.execute(tx);
  for (const { signature } of rows) {
    await sql.raw(`drop function if exists ${signature} cascade`).execute(tx);
  }
}

/** Empties the tables of what the migrations have put there. */
export async function emptySeeds(tx: Tx, tables: readonly KeptTable[]): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await sql<{ any: boolean }>`
      select exists (select from ${sql.table(name)}) as any`.execute(tx);
    // One that is empty may refuse to be emptied: the audit log does.
    if (rows[0]?.any) await sql`truncate ${sql.table(name)} cascade`.execute(tx);
  }
}

/**
 * Keeps the triggers that fire on INSERT still until the answered function is called: rows of a backup
 * have had their effects. Others, such as those that guard the audit log, are never touched.
 */
export async function stillTriggers(tx: Tx): Promise<() => Promise<void>> {
  const { rows } = await sql<{ tableName: string; name: string; enabled: string }>`
    select c.relname::text as table_name, t.tgname::text as name, t.tgenabled::text as enabled
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = (select oid from pg_namespace where nspname = current_schema())
      and not t.tgisinternal and t.tgtype & 4 <> 0 and t.tgenabled <> 'D'`.execute(tx);
  const set = async (way: (enabled: string) => string) => {
    for (const { tableName, name, enabled } of rows) {
      await sql`alter table ${sql.table(tableName)} ${sql.raw(way(enabled))} trigger ${sql.id(name)}`.execute(
        tx,
      );
    }
  };
  await set(() => "disable");
  return () => set((enabled) => ENABLE[enabled] ?? "enable");
}

const ENABLE: Record<string, string> = { A: "enable always", R: "enable replica" };

/** Lets every sequence of a column go on after the highest number that is there. */
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

/** Tables and columns of a backup that the schema has none for. */
export async function listUnknownColumns(db: Db, tables: readonly KeptTable[]): Promise<string[]> {
  const known = new Set(
    (await listKeptTables(db)).flatMap(({ name, columns }) => columns.map((it) => `${name}.${it}`)),
  );
  return tables
    .flatMap(({ name, columns }) => columns.map((it) => `${name}.${it}`))
    .filter((column) => !known.has(column));
}

/** Tells the planner how the tables are filled. */
export async function analyze(tx: Tx): Promise<void> {
  await sql`analyze`.execute(tx);
}
