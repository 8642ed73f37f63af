import type { Db, Tx } from "@studbook/db/client";
import { insertAuditRecord, type NewAuditRecord } from "@studbook/db/queries/audit";
import { isAuditDetails } from "@studbook/domain/schemas/audit";

/**
 * Records in the audit log what the rest of the transaction does, so that both stand or fall together.
 * Details are ids, numbers and fixed words: throws RangeError for anything that could be free text.
 */
export function recordAudit(tx: Tx, record: NewAuditRecord): Promise<void> {
  return write(tx, record);
}

/** Records what changes nothing else, a failed sign-in, by itself. */
export function recordAuditAlone(db: Db, record: NewAuditRecord): Promise<void> {
  return write(db, record);
}

async function write(db: Db, record: NewAuditRecord): Promise<void> {
  if (!isAuditDetails(record.details ?? {})) {
    throw new RangeError(`The details of ${record.action} are not fit for the audit log`);
  }
  await insertAuditRecord(db, record);
}
