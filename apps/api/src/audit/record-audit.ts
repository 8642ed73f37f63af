import type { Db, Tx } from "@studbook/db/client";
import { insertAuditRecord, type NewAuditRecord } from "@studbook/db/queries/audit";
import { isAuditDetails } from "@studbook/domain/schemas/audit";

/**
 * Writes an audit record in the transaction of the recorded change, so that both are committed or neither is. Throws
 * RangeError if the details are not only ids, numbers and fixed words.
 */
export function recordAudit(tx: Tx, record: NewAuditRecord): Promise<void> {
  return write(tx, record);
}

/** Writes a record of an event that changes no other data, such as a failed sign-in. */
export function recordAuditWithoutTransaction(db: Db, record: NewAuditRecord): Promise<void> {
  return write(db, record);
}

async function write(db: Db, record: NewAuditRecord): Promise<void> {
  if (!isAuditDetails(record.details ?? {})) {
    throw new RangeError(`The audit details of ${record.action} may contain free text`);
  }
  await insertAuditRecord(db, record);
}
