import { type Kysely, type RawBuilder, sql } from "kysely";
import { LOCK_KEYS } from "../advisory-locks.ts";

/** A session that holds a lock, or waits in front for it. */
export type LockBlocker = {
  /** The table; null for other locks, such as that of a transaction. */
  tableName: string | null;
  /** The process ID of the session in PostgreSQL; 0 for a prepared transaction. */
  pid: number;
  applicationName: string | null;
  /** What the session is doing, such as 'idle in transaction'; null if this role cannot see it. */
  state: string | null;
  /** When its transaction began; null if it has none or this role cannot see it. */
  since: Date | null;
};

const COLUMNS = sql`coalesce(nullif(application_name, ''), backend_type) as application_name,
  state, xact_start as since`;

/** Returns the ID of the connection's process in PostgreSQL. */
export async function readBackendPid<DB>(connection: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection);
  const [row] = rows;
  if (!row) throw new Error("Reading the process ID returned no row");
  return row.pid;
}

/** Lists the sessions that keep the process `pid` from getting a lock; none if it does not wait. */
export function listLockBlockers<DB>(db: Kysely<DB>, pid: number): Promise<LockBlocker[]> {
  return list(
    db,
    sql`select waiting.relation::regclass::text as table_name, blocking.pid, ${COLUMNS}
      from pg_locks waiting
      cross join unnest(pg_blocking_pids(waiting.pid)) as blocking (pid)
      left join pg_stat_activity activity on activity.pid = blocking.pid
      where waiting.pid = ${pid} and not waiting.granted
      order by blocking.pid`,
  );
}

/** Lists the session that holds the migration lock; none if nobody does. */
export function listMigrators<DB>(db: Kysely<DB>): Promise<LockBlocker[]> {
  return list(
    db,
    sql`select null as table_name, activity.pid, ${COLUMNS}
      from pg_locks held join pg_stat_activity activity on activity.pid = held.pid
      where locktype = 'advisory' and classid = 0 and objid = ${LOCK_KEYS.migration} and granted
        and held.database = (select oid from pg_database where datname = current_database())`,
  );
}

async function list<DB>(db: Kysely<DB>, query: RawBuilder<unknown>): Promise<LockBlocker[]> {
  const { rows } = await sql<LockBlocker>`${query}`.execute(db);
  return rows;
}
