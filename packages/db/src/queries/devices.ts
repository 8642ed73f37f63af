import { sql } from "kysely";
import type { Db, Tx } from "../client.ts";

/** How many devices an account remembers. */
export const DEVICES_PER_USER = 20;

/** How long a device is remembered after its last sign-in. */
export const DEVICE_DAYS = 365;

/** A browser that signed in to an account, under the hash of the token in its cookie. */
type Device = { hash: string; userId: string };

/** Whose account remembers the device under this hash; undefined if none does. */
export async function findDeviceUserId(db: Db, hash: string): Promise<string | undefined> {
  const device = await db
    .selectFrom("devices")
    .select("userId")
    .where("hash", "=", hash)
    .executeTakeFirst();
  return device?.userId;
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

/**
 * Remembers a new device. Beyond `DEVICES_PER_USER` first those make room that never came back, as a program that keeps
 * no cookies does, then those that did; of either the one unused for longest. The caller has locked the user.
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
