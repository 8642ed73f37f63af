import { sql } from "kysely";
import type { Db } from "../client.ts";

/** How much of the write-ahead log a server of PostgreSQL has written or, as a standby, replayed. */
export type LogPosition = {
  /** Identifies the cluster. All physical copies have the same. */
  systemId: string;
  databaseId: string;
  /** Increases whenever a standby is promoted. A standby can be late to know its own. */
  timeline: number;
  isStandby: boolean;
  /** In bytes since the beginning of the log. */
  bytes: number;
  /** The clock of the machine. */
  now: Date;
};

/** Reads the position of the database's log. Changes that were committed before are at or below a primary's. */
export async function readLogPosition(db: Db): Promise<LogPosition> {
  const { rows } = await sql<LogPosition>`
    select
      (select system_identifier::text from pg_control_system()) as system_id,
      (select oid::text from pg_database where datname = current_database()) as database_id,
      case when pg_is_in_recovery()
        then (select min_recovery_end_timeline from pg_control_recovery())
        else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer
      end as timeline,
      pg_is_in_recovery() as is_standby,
      (case when pg_is_in_recovery()
        then pg_last_wal_replay_lsn()
        else pg_current_wal_lsn()
      end - '0/0')::bigint as bytes,
      clock_timestamp() as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("Reading the log position returned no row");
  return row;
}
