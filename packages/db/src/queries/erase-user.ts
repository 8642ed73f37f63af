import type { ErasedUser } from "@studbook/domain/schemas/admin";
import { sql } from "kysely";
import type { Tx } from "../client.ts";
import { deleteUserSessions } from "./sessions.ts";

/**
 * Deletes a user and all personal data: ads, photos, sessions. Payments, attempts and used coupons stay without a
 * user, so their sums do not change. The hourly job deletes the photo files. The caller has locked the user.
 */
export async function eraseUser(tx: Tx, userId: string): Promise<ErasedUser> {
  await deleteUserSessions(tx, userId);
  const ads = await tx.deleteFrom("ads").where("userId", "=", userId).executeTakeFirst();
  const photos = await tx
    .updateTable("photos")
    .set({ unusedSince: sql<Date>`studbook_now() - interval '24 hours'` })
    .where("userId", "=", userId)
    .executeTakeFirst();
  const { payments } = await tx
    .selectFrom("payments")
    .select(({ fn }) => fn.countAll<number>().as("payments"))
    .where("userId", "=", userId)
    .executeTakeFirstOrThrow();
  await tx.deleteFrom("users").where("id", "=", userId).execute();
  return {
    ads: Number(ads.numDeletedRows),
    photos: Number(photos.numUpdatedRows),
    payments,
  };
}
