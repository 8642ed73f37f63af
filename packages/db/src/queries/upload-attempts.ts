import { sql } from "kysely";
import type { Db, Tx } from "../client.ts";

const DAY = sql.raw("interval '24 hours'");

/**
 * How long a user has to wait before uploading so many more files without passing `limit` in 24 h, in
 * whole seconds; undefined when it may be now. It holds for parallel uploads while the user is locked.
 */
export async function findUploadDelay(
  db: Db,
  userId: string,
  { adding, limit }: { adding: number; limit: number },
): Promise<number | undefined> {
  const row = await db
    .selectFrom("uploadAttempts")
    .select(
      sql<number>`ceil(extract(epoch from at + ${DAY} - studbook_now()))::integer`.as("seconds"),
    )
    .where("userId", "=", userId)
    .where(sql<boolean>`at > studbook_now() - ${DAY}`)
    .orderBy("at", "desc")
    .offset(limit - adding)
    .limit(1)
    .executeTakeFirst();
  return row?.seconds;
}

/** Counts files that a user uploads, before anything is done with them. Returns the ids. The caller has locked the user. */
export async function insertUploadAttempts(
  tx: Tx,
  userId: string,
  count: number,
): Promise<string[]> {
  const rows = await tx
    .insertInto("uploadAttempts")
    .values(Array.from({ length: count }, () => ({ userId })))
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Gives attempts back. */
export async function deleteUploadAttempts(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom("uploadAttempts")
    .where((eb) => eb("id", "=", eb.fn.any(eb.val([...ids]))))
    .execute();
}

/** Removes what no longer counts. Returns how many. */
export async function deleteEndedUploadAttempts(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("uploadAttempts")
    .where(sql<boolean>`at <= studbook_now() - ${DAY}`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
