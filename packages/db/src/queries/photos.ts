import type { Selectable } from "kysely";
import type { Db, Tx } from "../client.ts";
import type { Photos } from "../schema.gen.ts";

export type Photo = Selectable<Photos>;

/** Size in pixels of the kept original, and in bytes of all its files together. */
export type NewPhoto = { id: string; userId: string; width: number; height: number; bytes: number };

export async function insertPhoto(db: Db, photo: NewPhoto): Promise<Photo> {
  return await db.insertInto("photos").values(photo).returningAll().executeTakeFirstOrThrow();
}

export async function findPhoto(db: Db, id: string): Promise<Photo | undefined> {
  return await db.selectFrom("photos").selectAll().where("id", "=", id).executeTakeFirst();
}

/**
 * Makes these the photos of an ad and lets go of its others. The caller has locked the ad's owner.
 *
 * @returns the ids attached: a photo of another user or already of another ad is not among them.
 */
export async function attachPhotos(
  tx: Tx,
  adId: string,
  ids: readonly string[],
): Promise<string[]> {
  await tx
    .updateTable("photos")
    .set({ adId: null })
    .where("adId", "=", adId)
    .where((eb) => eb.not(eb("id", "=", eb.fn.any(eb.val([...ids])))))
    .execute();
  const attached = await tx
    .updateTable("photos")
    .set({ adId })
    .where((eb) => eb("id", "=", eb.fn.any(eb.val([...ids]))))
    .where((eb) => eb.or([eb("adId", "is", null), eb("adId", "=", adId)]))
    .where("userId", "=", (eb) =>
      eb.selectFrom("ads").select("ads.userId").where("ads.id", "=", adId),
    )
    .returning("id")
    .execute();
  return attached.map((photo) => photo.id);
}
