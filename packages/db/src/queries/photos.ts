import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../client.ts";
import type { Photos } from "../schema.gen.ts";

export type Photo = Selectable<Photos>;

/** Size in pixels of the kept original, and in bytes of all its files together. */
export type NewPhoto = { id: string; userId: string; width: number; height: number; bytes: number };

const DAY = sql.raw("interval '24 hours'");

// A photo that is due to be deleted counts as gone, so the job that deletes it races with nobody.
const KEPT = sql<boolean>`(unused_since is null or unused_since > studbook_now() - ${DAY})`;

export async function insertPhoto(db: Db, photo: NewPhoto): Promise<Photo> {
  return await db.insertInto("photos").values(photo).returningAll().executeTakeFirstOrThrow();
}

export async function findPhoto(db: Db, id: string): Promise<Photo | undefined> {
  return await db.selectFrom("photos").selectAll().where("id", "=", id).executeTakeFirst();
}

/**
 * Those of the given photos that this user uploaded and that were not left unused for 24 h. An empty
 * id is that of no photo.
 */
export async function listPhotos(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<Pick<Photo, "id" | "adId">[]> {
  const uuids = ids.filter((id) => id !== "");
  return await db
    .selectFrom("photos")
    .select(["id", "adId"])
    .where("userId", "=", userId)
    .where((eb) => eb("id", "=", eb.fn.any(eb.val([...uuids]))))
    .where(KEPT)
    .execute();
}

/**
 * Makes these the photos of an ad and lets go of its others. The caller has locked the ad's owner.
 *
 * @returns the ids attached: a photo of another user, already of another ad, or left unused for 24 h
 * is not among them.
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
    .where(KEPT)
    .where("userId", "=", (eb) =>
      eb.selectFrom("ads").select("ads.userId").where("ads.id", "=", adId),
    )
    .returning("id")
    .execute();
  return attached.map((photo) => photo.id);
}

/**
 * How long a user has to wait before uploading so many more photos without passing `limit` in 24 h,
 * in whole seconds; undefined when it may be now. The caller has locked the user.
 */
export async function findUploadDelay(
  db: Db,
  userId: string,
  { adding, limit }: { adding: number; limit: number },
): Promise<number | undefined> {
  const row = await db
    .selectFrom("photos")
    .select(
      sql<number>`ceil(extract(epoch from created_at + ${DAY} - studbook_now()))::integer`.as(
        "seconds",
      ),
    )
    .where("userId", "=", userId)
    .where(sql<boolean>`created_at > studbook_now() - ${DAY}`)
    .orderBy("createdAt", "desc")
    .offset(limit - adding)
    .limit(1)
    .executeTakeFirst();
  return row?.seconds;
}

/**
 * Locks photos that no ad has used for 24 h, the longest unused first. One that another process has
 * locked, or that an ad took meanwhile, is not among them.
 */
export async function lockUnusedPhotos(
  tx: Tx,
  { limit, except }: { limit: number; except: readonly string[] },
): Promise<string[]> {
  const photos = await tx
    .selectFrom("photos")
    .select("id")
    .where(sql<boolean>`unused_since <= studbook_now() - ${DAY}`)
    .where((eb) => eb.not(eb("id", "=", eb.fn.any(eb.val([...except])))))
    .orderBy("unusedSince")
    .orderBy("id")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return photos.map(({ id }) => id);
}

/** Removes the rows of photos whose files are gone. */
export async function deletePhotos(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("photos")
    .where((eb) => eb("id", "=", eb.fn.any(eb.val([...ids]))))
    .execute();
}
