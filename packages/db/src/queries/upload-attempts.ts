import { sql } from "kysely";
import type { Db, Tx } from "../client.ts";

const DAY = sql.raw("interval '24 hours'");

/**
 * Returns the whole seconds until a user can upload `adding` more files without exceeding `limit` in 24 h, or
 * undefined if they can now. Holds for concurrent uploads while the user is locked.
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

/** Inserts one attempt per file, before decoding. Returns their IDs. The caller has locked the user. */
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

export async function deleteUploadAttempts(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom("uploadAttempts")
    .where((eb) => eb("id", "=", eb.fn.any(eb.val([...ids]))))
    .execute();
}

/** Deletes attempts that no longer count. Returns how many. */
export async function deleteExpiredUploadAttempts(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("uploadAttempts")
    .where(sql<boolean>`at <= studbook_now() - ${DAY}`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
