import type { Db, Tx } from "@studbook/db/client";
import { insertAuditRecord, type NewAuditRecord } from "@studbook/db/queries/audit";
import { isAuditDetails } from "@studbook/domain/audit";

/**
 * Writes an audit record in the transaction of the recorded change, so that both are committed or neither is. Throws
 * RangeError if the details contain anything other than IDs, numbers and fixed words.
 */
export function recordAudit(tx: Tx, record: NewAuditRecord): Promise<void> {
  return insertChecked(tx, record);
}

/**
 * Records an event that changes nothing else, such as a failed sign-in, and therefore needs no transaction. Throws
 * RangeError like {@link recordAudit}.
 */
export function recordAuditWithoutTransaction(db: Db, record: NewAuditRecord): Promise<void> {
  return insertChecked(db, record);
}

async function insertChecked(db: Db, record: NewAuditRecord): Promise<void> {
  if (!isAuditDetails(record.details ?? {})) {
    throw new RangeError(
      `Audit details of ${record.action} must contain only IDs, numbers and fixed words`,
    );
  }
  await insertAuditRecord(db, record);
}
