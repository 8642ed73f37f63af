import type { ErasedUser } from "@studbook/domain/schemas/admin";
import { sql } from "kysely";
import type { Tx } from "../client.ts";
import { deleteUserSessions } from "./sessions.ts";

/**
 * Deletes a user with all that tells of the person: ads, photos, sessions. Payments, attempts and used
 * coupons stay and refer to nobody, so every sum of them is what it was. The files of the photos go with
 * the next run of the job that deletes what nobody uses. The caller has locked the user.
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
