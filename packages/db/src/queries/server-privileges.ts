import { sql } from "kysely";
import type { Db } from "../client.ts";
import { isInsufficientPrivilege, isUndefinedTable } from "../errors.ts";
import { AUDIT_COLUMNS } from "./server-grants.ts";

/**
 * Returns privileges of this connection's role that no server needs, each as the predicate of a sentence ("owns
 * tables"). Empty for a role as `grantServerPrivileges` leaves it.
 */
export async function listExcessPrivileges(db: Db): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    with me as (select * from pg_roles where rolname = current_user),
    tables as (select * from pg_class where relkind in ('r', 'p')
      and relnamespace in (select oid from pg_namespace where nspname in ('public', 'pgboss')))
    select what from me, lateral (values
      (rolsuper, 'is a superuser'),
      (not rolsuper and rolcreaterole, 'can create roles'),
      (not rolsuper and rolcreatedb, 'can create databases'),
      (not rolsuper and rolreplication, 'can replicate'),
      (not rolsuper and rolbypassrls, 'can bypass row-level security'),
      (not rolsuper and exists (select from pg_auth_members where member = me.oid),
        'is a member of another role'),
      (not rolsuper and exists (select from tables where pg_has_role(relowner, 'member')),
        'owns tables'),
      (not rolsuper and has_schema_privilege('public', 'create'), 'can create tables'),
      (not rolsuper and exists (select from tables where relname = 'audit_log'
          and (has_table_privilege(oid, 'delete, truncate') or has_any_column_privilege(oid, 'update'))),
        'can change the audit log'),
      (not rolsuper and exists (select from tables join pg_attribute on attrelid = tables.oid
          where relname = 'audit_log' and attnum > 0 and not attisdropped
            and attname <> all(${AUDIT_COLUMNS}::text[]) and has_column_privilege(tables.oid, attnum, 'insert')),
        'can choose IDs and times of audit records'),
      (not rolsuper and exists (select from pg_sequence join pg_class on oid = seqrelid
          where relnamespace in (select oid from pg_namespace where nspname in ('public', 'pgboss'))
            and has_sequence_privilege(seqrelid, 'usage, update')),
        'can use sequences')
    ) privileges (has, what) where has`.execute(db);
  return rows.map(({ what }) => what);
}

/** The installed job queue: the version of its schema and the names of its queues. */
export type InstalledQueue = { version: number; names: string[] };

/** Returns the database's job queue, or undefined if there is none or this connection's role cannot use it. */
export async function findInstalledQueue(db: Db): Promise<InstalledQueue | undefined> {
  try {
    const { rows } = await sql<InstalledQueue>`
      select version, array(select name from pgboss.queue) as names from pgboss.version`.execute(
      db,
    );
    return rows[0];
  } catch (error) {
    if (isUndefinedTable(error) || isInsufficientPrivilege(error)) return undefined;
    throw error;
  }
}
