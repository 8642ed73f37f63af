import { sql } from "kysely";
import type { Db, Tx } from "../client.ts";

/** How many devices are remembered per account. */
export const DEVICES_PER_USER = 20;

/** How long a device is remembered after its last sign-in. */
export const DEVICE_DAYS = 365;

/** A browser that has signed in to an account, identified by the hash of its cookie's token. */
type Device = { hash: string; userId: string };

/** Finds the user of a remembered device. */
export async function findDeviceUserId(db: Db, hash: string): Promise<string | undefined> {
  const device = await db
    .selectFrom("devices")
    .select("userId")
    .where("hash", "=", hash)
    .executeTakeFirst();
  return device?.userId;
}

/** Records another sign-in from a device. Returns false if the account does not remember it. */
export async function touchDevice(tx: Tx, { hash, userId }: Device): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("devices")
    .set({ usedAt: sql<Date>`studbook_now()` })
    .where("hash", "=", hash)
    .where("userId", "=", userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Remembers a new device. Over `DEVICES_PER_USER` it deletes devices that never came back, as programs without
 * cookies never do, then the others, least recently used first. The caller has locked the user.
 */
export async function insertDevice(tx: Tx, { hash, userId }: Device): Promise<void> {
  await tx.insertInto("devices").values({ hash, userId }).execute();
  await sql`
    delete from devices where hash in (
      select hash from devices where user_id = ${userId} and hash <> ${hash}
      order by used_at > created_at desc, used_at desc offset ${DEVICES_PER_USER - 1})`.execute(tx);
}

/** Forgets every device of a user. The caller has locked the user. */
export async function deleteUserDevices(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("devices").where("userId", "=", userId).execute();
}

/** Forgets devices that have not signed in for `DEVICE_DAYS`. Returns how many. */
export async function deleteUnusedDevices(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("devices")
    .where("usedAt", "<=", sql<Date>`studbook_now() - make_interval(days => ${DEVICE_DAYS})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
