import type { AuditAction, AuditDetails, AuditSubject } from "@studbook/domain/audit";
import type { AuditRecord } from "@studbook/domain/schemas/audit";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../client.ts";

export type NewAuditRecord = {
  action: AuditAction;
  /** The account that acted; undefined for a guest, a job or the command line. */
  actorId?: string | undefined;
  subject?: AuditSubject | undefined;
  details?: AuditDetails | undefined;
  requestId?: string | undefined;
};

export type AuditFilter = {
  action?: AuditAction | undefined;
  actor?: string | undefined;
  subject?: string | undefined;
  /** UTC days 'YYYY-MM-DD', both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
};

/** A position in the log, for paging. */
export type AuditCursor = { atMs: number; id: number };

/** Appends a record. The database sets its time. */
export async function insertAuditRecord(db: Db, record: NewAuditRecord): Promise<void> {
  const { action, actorId = null, subject, details = {}, requestId = null } = record;
  await sql`
    insert into audit_log (actor_id, action, subject_type, subject_id, details, request_id)
    values (${actorId}, ${action}, ${subject?.type ?? null}, ${subject?.id ?? null},
      ${JSON.stringify(details)}::jsonb, ${requestId})`.execute(db);
}

/**
 * Returns a page of the log, newest first, and the position after which the next page starts. Names are the
 * accounts' current ones.
 */
export async function listAuditRecords(
  db: Db,
  filter: AuditFilter,
  page: { limit: number; after?: AuditCursor | undefined },
): Promise<{ items: AuditRecord[]; next?: AuditCursor }> {
  const { rows } = await sql<AuditRecord & { atMs: number }>`
    select log.id, log.action, log.actor_id, log.subject_type, log.subject_id, log.details,
      log.request_id, actor.username as actor_username, coalesce(subject.username, coupons.code) as subject_name,
      to_char(log.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      (extract(epoch from log.at) * 1000)::bigint as at_ms
    from (
      select * from audit_log where ${sql.join(conditions(filter, page.after), sql` and `)}
      order by at desc, id desc limit ${page.limit + 1}
    ) log
    left join users actor on actor.id = log.actor_id
    left join users subject on log.subject_type = 'user' and subject.id = log.subject_id
    left join coupons on log.subject_type = 'coupon' and coupons.id = log.subject_id
    order by log.at desc, log.id desc`.execute(db);
  const items = rows.slice(0, page.limit);
  const last = items.at(-1);
  return last && rows.length > items.length
    ? { items, next: { atMs: last.atMs, id: last.id } }
    : { items };
}

function conditions(filter: AuditFilter, after: AuditCursor | undefined): RawBuilder<unknown>[] {
  const { action, actor, subject, from, to } = filter;
  return [
    sql`true`,
    ...(action ? [sql`action = ${action}`] : []),
    ...(actor ? [sql`actor_id = ${actor}::uuid`] : []),
    ...(subject ? [sql`subject_id = ${subject}::uuid`] : []),
    ...(from ? [sql`at >= ${from}::date::timestamp at time zone 'UTC'`] : []),
    ...(to ? [sql`at < (${to}::date + 1)::timestamp at time zone 'UTC'`] : []),
    ...(after
      ? [sql`(at, id) < (to_timestamp(${after.atMs}::bigint / 1000.0), ${after.id}::bigint)`]
      : []),
  ];
}
