import { sql } from "kysely";
import type { Db, Tx } from "../client.ts";

/** How many devices an account remembers; the one unused for longest makes room for a new one. */
export const DEVICES_PER_USER = 20;

/** How long a device is remembered after its last sign-in. */
export const DEVICE_DAYS = 365;

/** A browser that signed in to an account, under the hash of the token in its cookie. */
type Device = { hash: string; userId: string };

/** Whether this account remembers the device. */
export async function isDeviceOf(db: Db, { hash, userId }: Device): Promise<boolean> {
  const row = await db
    .selectFrom("devices")
    .select("hash")
    .where("hash", "=", hash)
    .where("userId", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes that the device has signed in again. Returns whether the account remembers it. */
export async function touchDevice(tx: Tx, { hash, userId }: Device): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("devices")
    .set({ usedAt: sql<Date>`studbook_now()` })
    .where("hash", "=", hash)
    .where("userId", "=", userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Remembers a new device in place of the oldest beyond `DEVICES_PER_USER`. The caller has locked the user. */
export async function insertDevice(tx: Tx, { hash, userId }: Device): Promise<void> {
  await tx.insertInto("devices").values({ hash, userId }).execute();
  await sql`
    delete from devices where hash in (
      select hash from devices where user_id = ${userId} and hash <> ${hash}
      order by used_at desc offset ${DEVICES_PER_USER - 1})`.execute(tx);
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
