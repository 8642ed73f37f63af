import { RECORD_PARTS } from "@studbook/domain/record/parts";
import type { StudRecord } from "@studbook/domain/schemas/record/record";
import { sql } from "kysely";
import type { Db, Tx } from "../client.ts";
import { STORED_RECORD_JSON } from "./ad-json.ts";

/**
 * Replaces the record of an ad; an empty one deletes it. A trigger updates what lists and searches read. The caller has
 * locked the ad's owner and checked the record.
 */
export async function setRecord(tx: Tx, adId: string, record: StudRecord): Promise<void> {
  const parts = recordColumns(record);
  if (RECORD_PARTS.every((part) => record[part] === undefined)) {
    await tx.deleteFrom("adRecords").where("adId", "=", adId).execute();
    return;
  }
  await tx
    .insertInto("adRecords")
    .values({ adId, ...parts })
    .onConflict((conflict) => conflict.column("adId").doUpdateSet(parts))
    .execute();
}

/** Returns the columns of `ad_records` for a record. */
export function recordColumns(record: StudRecord) {
  return Object.fromEntries(RECORD_PARTS.map((part) => [part, toJson(record[part])]));
}

function toJson(part: object | undefined): string | null {
  return part === undefined ? null : JSON.stringify(part);
}

/** Returns the stored record of an ad, which is empty if nothing is stated. */
export async function getRecord(db: Db, adId: string): Promise<StudRecord> {
  const { rows } = await sql<{ record: string }>`
    select ${sql.raw(STORED_RECORD_JSON)} as record from ad_records where ad_id = ${adId}::uuid`.execute(
    db,
  );
  return rows[0] ? JSON.parse(rows[0].record) : {};
}
