import type { Db } from "@studbook/db/client";
import { listAuditRecords } from "@studbook/db/queries/audit";
import type { AuditPage, AuditSearch } from "@studbook/domain/schemas/audit";

/** Returns a page of the audit log, newest first. */
export async function listAudit(db: Db, search: AuditSearch): Promise<AuditPage> {
  const { limit, cursor, ...filter } = search;
  const [atMs = 0, id = 0] = cursor?.split("-").map(Number) ?? [];
  const after = cursor === undefined ? undefined : { atMs, id };
  const { items, next } = await listAuditRecords(db, filter, { limit, after });
  return { items, nextCursor: next ? `${next.atMs}-${next.id}` : null };
}
